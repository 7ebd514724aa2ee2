package main

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
)

// TestRetry: an orchestrator starts the same command again after a kill, and after success. The first time the result
// has the bytes of a run that nobody killed; then nothing is done. Until it is whole, the earlier result stays.
func TestRetry(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "in.jsonl"), filetest.Unpack(t, "testdata/corpora/licences/corpus.jsonl.gz"))
	filetest.Put(t, dir, map[string]string{"few.jsonl": lineA + lineB})
	result := func() map[string]string {
		files := filetest.Tree(t, filepath.Join(dir, "out"))
		maps.DeleteFunc(files, func(name, _ string) bool { return filepath.Base(name) == "run.json" })
		return files
	}
	for _, tc := range []struct {
		command, at string // a file of the draft: then the run is killed
	}{
		{"partial", "made"},
		{"clean", "made/found-0"}, // between two of its searches and passes
	} {
		run := func(more ...string) outcome {
			t.Helper()
			return finish(t, dir, program(dir, append([]string{tc.command, "--output=out", "--overwrite"}, more...)...))
		}
		killed := func() {
			t.Helper()
			cmd := program(dir, tc.command, "--input=in.jsonl", "--output=out", "--skip_done", "--overwrite")
			r := begin(t, cmd)
			r.until(t, "it is at work", func() bool {
				names, _ := filepath.Glob(filepath.Join(dir, ".out.partial-*", tc.at))
				return len(names) > 0
			})
			cmd.Process.Kill()
			if code := r.end(); code != -1 {
				t.Fatalf("%s has ended before it was killed, with exit code %d", tc.command, code)
			}
		}
		if o := run("--input=in.jsonl"); o.code != 0 {
			t.Fatal(o.stderr)
		}
		want := result()
		if o := run("--input=few.jsonl"); o.code != 0 {
			t.Fatal(o.stderr)
		}
		earlier := result()
		killed()
		if diff := cmp.Diff(earlier, result()); diff != "" {
			t.Errorf("%s: a killed run has changed the earlier result (-want +got):\n%.2000s", tc.command, diff)
		}
		killed() // and once more
		for _, wants := range []string{"", ": nothing to do"} {
			o := run("--input=in.jsonl", "--skip_done")
			if o.code != 0 || wants != "" && !strings.Contains(o.stdout+o.stderr, wants) {
				t.Errorf("%s: exit %d, want 0 and %q:\n%s%s", tc.command, o.code, wants, o.stdout, o.stderr)
			}
			if diff := cmp.Diff(want, result()); diff != "" {
				t.Errorf("%s: started again, it has made another result (-want +got):\n%.2000s", tc.command, diff)
			}
		}
		noLeftovers(t, dir)
	}
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestSkipDone: a run whose result is there ends at once; one that would make another result is an error, or replaces
// it.
func TestSkipDone(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in/a.jsonl": lineA, "in/b.jsonl": lineB, "other.jsonl": lineB})
	made := func(name string) int64 {
		t.Helper()
		info, err := os.Stat(filepath.Join(dir, name, "run.json"))
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime().UnixNano()
	}
	const made1, nothing = "The result is in", ": nothing to do"
	partial := []string{"partial", "--input=in", "--output=found", "--skip_done", "--metrics=found.prom"}
	with := func(args ...string) []string { return append(partial[:len(partial):len(partial)], args...) }
	for _, step := range []struct {
		args   []string
		code   int
		want   string
		remade bool
	}{
		{partial, 0, made1, true},
		{partial, 0, nothing, false},
		{with("--memory=1GB", "--verbose"), 0, nothing, false}, // they decide nothing
		{with("--quiet"), 0, "", false},
		{with("--min_similarity=.9"), 2, "exists already; choose another folder, or add --overwrite. --skip_done does not skip it: it was made without --min_similarity=0.9", false},
		{with("--input=other.jsonl"), 2, "it was made with --input=in", false},
		{partial[:3], 2, "exists already; choose another folder, or add --overwrite\n", false},
		{with("--overwrite"), 0, nothing, false},
		{with("--min_similarity=.9", "--overwrite"), 0, made1, true},
		{with("--min_similarity=.9", "--overwrite"), 0, nothing, false},
		{partial, 2, "it was made with --min_similarity=0.9", false},
		{with("--input=-"), 2, "standard input", false},
		{with("--metrics=none/x.prom"), 2, "--metrics=none/x.prom: there is no folder for this file", false},
	} {
		os.Remove(filepath.Join(dir, "found.prom"))
		before := int64(0)
		if _, err := os.Stat(filepath.Join(dir, "found")); err == nil {
			before = made("found")
		}
		o := finish(t, dir, program(dir, step.args...))
		if out := o.stdout + o.stderr; o.code != step.code || !strings.Contains(out, step.want) ||
			step.want == "" && out != "" || (made("found") != before) != step.remade {
			t.Errorf("%q: exit %d, want %d; made again: %v, want %v\n%s\nwant %q", step.args, o.code, step.code,
				made("found") != before, step.remade, out, step.want)
		}
		metrics, err := os.ReadFile(filepath.Join(dir, "found.prom"))
		if len(step.args) == 3 || strings.HasPrefix(step.want, "--metrics") { // without the file
			continue
		}
		skipped := 0
		if step.code == 0 && !step.remade {
			skipped = 1
		}
		labels := fmt.Sprintf("{command=\"partial\",output=%q}", filepath.Join(dir, "found"))
		for _, want := range []string{fmt.Sprintf("\ndiagonal_run_exit_code%s %d.0\n", labels, step.code),
			fmt.Sprintf("\ndiagonal_run_skipped%s %d.0\n", labels, skipped)} {
			if !strings.Contains(string(metrics), want) {
				t.Errorf("%q: no line %q in the metrics (%v):\n%s", step.args, want, err, metrics)
			}
		}
	}
	clean := []string{"clean", "--input=in", "--result=found", "--output=cleaned", "--skip_done"}
	for _, step := range []struct {
		change func()
		args   []string
		code   int
		want   string
	}{
		{func() {}, clean, 0, "The cleaned collection is in"},
		{func() {}, clean, 0, nothing},
		{func() {
			finish(t, dir, program(dir, "partial", "--input=in", "--output=found", "--overwrite"))
		}, clean, 2, "it was made before --result=found changed"},
		{func() {
			filetest.Put(t, dir, map[string]string{"in/a.jsonl": lineA + "\n"})
		}, append(clean, "--result=found"), 2, "from other files, or they have changed since"},
	} {
		step.change()
		if o := finish(t, dir, program(dir, step.args...)); o.code != step.code ||
			!strings.Contains(o.stdout+o.stderr, step.want) {
			t.Errorf("%q: exit %d, want %d: %s%s", step.args, o.code, step.code, o.stdout, o.stderr)
		}
	}
}

// TestIndexSkipDone: a build or a change that an index has already ends at once, and --metrics says how each run ended.
func TestIndexSkipDone(t *testing.T) {
	dir := t.TempDir()
	essays(t, dir, "in.jsonl", 0, 5)
	essays(t, dir, "more.jsonl", 5, 3)
	const nothing = ": nothing to do"
	build := []string{"index", "--input=in.jsonl", "--index=ix", "--skip_done", "--metrics=ix.prom"}
	add := []string{"index", "--input=more.jsonl", "--index=ix", "--add", "--skip_done", "--metrics=ix.prom"}
	with := func(args []string, more ...string) []string { return append(args[:len(args):len(args)], more...) }
	for _, step := range []struct {
		change    func()
		args      []string
		code      int
		want      string
		documents string // in the metrics; "" where there are none
	}{
		{nil, build, 0, "The index is in ix", "5.0"},
		{nil, build, 0, nothing, ""},
		{nil, with(build, "--memory=1GB"), 0, nothing, ""}, // it decides nothing
		{nil, with(build, "--quiet"), 0, "", ""},
		{nil, with(build, "--w=50"), 2, "there is an index already; add documents with --add or --replace, or name another folder. --skip_done does not skip it: it was made without --w=50", ""},
		{nil, build[:3], 2, "or name another folder\n", ""},
		{nil, add, 0, "3 documents", "3.0"},
		{nil, add, 0, nothing, ""},
		{nil, build, 0, nothing, ""}, // the segment before the last one
		{func() { essays(t, dir, "more.jsonl", 5, 4) }, add, 0, "3 documents are not added", "4.0"},
		{nil, add, 0, nothing, ""},
		{func() { essays(t, dir, "in.jsonl", 0, 4) }, build, 2, "--skip_done does not skip it: ", ""},
		{nil, []string{"index", "--index=ix", "--remove=e1", "--metrics=ix.prom"}, 0, "1 document", ""},
		{nil, []string{"index", "--index=ix", "--remove=e2", "--skip_done"}, 2, "--skip_done has no effect here", ""},
		{nil, []string{"index", "--index=ix", "--info", "--metrics=ix.prom"}, 2, "--metrics has no effect here", ""},
		{nil, with(build, "--metrics=none/x.prom"), 2, "there is no folder for this file", ""},
	} {
		if step.change != nil {
			step.change()
		}
		os.Remove(filepath.Join(dir, "ix.prom"))
		o := finish(t, dir, program(dir, step.args...))
		if out := o.stdout + o.stderr; o.code != step.code || !strings.Contains(out, step.want) ||
			step.want == "" && out != "" {
			t.Errorf("%q: exit %d, want %d and %q:\n%s", step.args, o.code, step.code, step.want, out)
		}
		if len(step.args) == 3 || !strings.Contains(strings.Join(step.args, " "), "--metrics=ix.prom") ||
			strings.Contains(step.want, "no folder") {
			continue
		}
		metrics, err := os.ReadFile(filepath.Join(dir, "ix.prom"))
		if err != nil {
			t.Errorf("%q: %v", step.args, err)
		}
		skipped := 0
		if step.code == 0 && step.documents == "" && !strings.HasPrefix(step.want, "1 document") {
			skipped = 1
		}
		labels := fmt.Sprintf("{command=\"index\",output=%q}", filepath.Join(dir, "ix"))
		want := []string{fmt.Sprintf("\ndiagonal_run_exit_code%s %d.0\n", labels, step.code),
			fmt.Sprintf("\ndiagonal_run_skipped%s %d.0\n", labels, skipped)}
		if step.documents != "" {
			want = append(want, fmt.Sprintf("\ndiagonal_run_documents%s %s\n", labels, step.documents))
		}
		for _, w := range want {
			if !strings.Contains(string(metrics), w) {
				t.Errorf("%q: no line %q in the metrics:\n%s", step.args, w, metrics)
			}
		}
	}
}

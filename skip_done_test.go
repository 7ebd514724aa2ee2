package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSkipDone: a run whose result is there ends at once; one that would make another result is an error, or replaces it.
func TestSkipDone(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"in/a.jsonl": lineA, "in/b.jsonl": lineB, "other.jsonl": lineB})
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
		if out := o.stdout + o.stderr; o.code != step.code || !strings.Contains(out, step.want) || step.want == "" && out != "" || (made("found") != before) != step.remade {
			t.Errorf("%q: exit %d, want %d; made again: %v, want %v\n%s\nwant %q", step.args, o.code, step.code, made("found") != before, step.remade, out, step.want)
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
		for _, want := range []string{fmt.Sprintf("\ndiagonal_run_exit_code%s %d.0\n", labels, step.code), fmt.Sprintf("\ndiagonal_run_skipped%s %d.0\n", labels, skipped)} {
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
		{func() { finish(t, dir, program(dir, "partial", "--input=in", "--output=found", "--overwrite")) }, clean, 2, "it was made before --result=found changed"},
		{func() { put(t, dir, map[string]string{"in/a.jsonl": lineA + "\n"}) }, append(clean, "--result=found"), 2, "from other files, or they have changed since"},
	} {
		step.change()
		if o := finish(t, dir, program(dir, step.args...)); o.code != step.code || !strings.Contains(o.stdout+o.stderr, step.want) {
			t.Errorf("%q: exit %d, want %d: %s%s", step.args, o.code, step.code, o.stdout, o.stderr)
		}
	}
}

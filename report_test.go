package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The result of every command that makes one has a report, with its own texts.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
	run := func(args ...string) outcome {
		t.Helper()
		o := finish(t, dir, program(dir, args...))
		if o.code != 0 {
			t.Fatalf("%q: exit %d: %s", args, o.code, o.stderr)
		}
		return o
	}
	run("index", "--input=in.jsonl", "--index=kept")
	for _, tc := range []struct {
		name string
		args []string
		more []string // flags of report
	}{
		{"partial", []string{"partial", "--matching=diagonal", "--signature=shingle"}, nil},
		{"refine", []string{"partial"}, nil},
		{"directed", []string{"partial", "--matching=diagonal", "--signature=shingle", "--source=in.jsonl"}, []string{"--source=in.jsonl"}},
		{"resemblance", []string{"resemblance", "--threshold=.1"}, nil},
		{"partition", []string{"partition"}, nil},
		{"reuse", []string{"reuse"}, nil},
		{"clean", []string{"clean", "--exact=20"}, nil},
		{"lookup", []string{"lookup", "--index=kept"}, []string{"--source=in.jsonl"}},
		{"text", []string{"lookup", "--index=kept", "--answer=text"}, []string{"--source=in.jsonl"}},
	} {
		run(append(tc.args, "--input=in.jsonl", "--output="+tc.name)...)
		o := run(append([]string{"report", tc.name, "--input=in.jsonl", "--output=" + tc.name + "-pages"}, tc.more...)...)
		if lines := strings.Split(strings.TrimSpace(o.stdout), "\n"); len(lines) != 2 { // no note about a text
			t.Errorf("%s: %s", tc.name, o.stdout)
		}
		if _, err := os.Stat(filepath.Join(dir, tc.name+"-pages", "index.html")); err != nil {
			t.Error(err)
		}
	}
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"report"}, "0 arguments, want one"},
		{[]string{"report", "partial"}, "--output is missing"},
		{[]string{"report", "partial", "--input=in.jsonl", "--output=partial-pages"}, "exists already"},
		{[]string{"report", "in.jsonl", "--output=new"}, "is not the folder of a result: not a directory"},
		{[]string{"report", "partial", "--source=in.jsonl", "--output=new"}, "--source has no effect without --input"},
		{[]string{"report", "partial", "--input=nothing", "--output=new"}, "nothing"},
	} {
		o := finish(t, dir, program(dir, tc.args...))
		if o.code != 2 || !strings.Contains(o.stderr, tc.want) || strings.Count(o.stderr, "\n") != 1 {
			t.Errorf("%q: exit %d: %s", tc.args, o.code, o.stderr)
		}
		if _, err := os.Stat(filepath.Join(dir, "new")); err == nil {
			t.Errorf("%q: there is a report", tc.args)
		}
	}
}

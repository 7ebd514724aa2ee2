package main

import (
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// TestUnusedGlob: every command says at its end which --pre_glob no file has, and nothing if each has one.
func TestUnusedGlob(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + strings.Replace(lineA, `"id":"a"`, `"id":"c"`, 1),
		"q.txt": "A text that is asked for."})
	if o := finish(t, dir, program(dir, "index", "--input=in.jsonl", "--index=ix", "--quiet")); o.code != 0 {
		t.Fatalf("index: exit %d: %s", o.code, o.stderr)
	}
	for _, args := range [][]string{
		{"partial", "--input=in.jsonl", "--output=found"},
		{"resemblance", "--input=in.jsonl", "--output=similar"},
		{"partition", "--input=in.jsonl", "--output=sets"},
		{"reuse", "--input=in.jsonl", "--output=reused"},
		{"lookup", "--index=ix", "--input=q.txt", "--output=answers"},
		{"lookup", "--index=ix", "q.txt"},
		{"explain", "a", "c", "--input=in.jsonl"},
		{"report", "found", "--input=in.jsonl", "--output=pages"},
		{"sentences", "q.txt"},
	} {
		o := finish(t, dir, program(dir, append(args, "--pre=cat", "--pre_glob=*.odd")...))
		if want := "--pre_glob='*.odd' matches the name of no file"; o.code != 0 ||
			!strings.Contains(o.stdout+o.stderr, want) {
			t.Errorf("%s: exit %d, no %q in\n%s%s", strings.Join(args, " "), o.code, want, o.stdout, o.stderr)
		}
	}
	o := finish(t, dir, program(dir, "sentences", "q.txt", "--pre=cat", "--pre_glob=q.*"))
	if o.code != 0 || o.stderr != "" {
		t.Errorf("a pattern that a file has: exit %d: %s", o.code, o.stderr)
	}
}

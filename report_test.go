package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/io/filetest"
)

// The result of every command that makes one has a report, with its own texts.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"in.jsonl": lineA + lineB})
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
		{"directed", []string{"partial", "--matching=diagonal", "--signature=shingle", "--source=in.jsonl"},
			[]string{"--source=in.jsonl"}},
		{"resemblance", []string{"resemblance", "--threshold=.1"}, nil},
		{"partition", []string{"partition"}, nil},
		{"reuse", []string{"reuse"}, nil},
		{"clean", []string{"clean", "--exact=20"}, nil},
		{"lookup", []string{"lookup", "--index=kept"}, []string{"--source=in.jsonl"}},
		{"text", []string{"lookup", "--index=kept", "--answer=text"}, []string{"--source=in.jsonl"}},
	} {
		o := run(append(tc.args, "--input=in.jsonl", "--output="+tc.name)...)
		if _, look, ok := strings.Cut(o.stdout, "\nTo look at it: diagonal "); !ok || !strings.HasSuffix(look, "\n") {
			t.Errorf("%s: no line says how to look at it: %s", tc.name, o.stdout)
		} else if run(strings.Fields(look)...); !there(filepath.Join(dir, tc.name+".report", "index.html")) {
			t.Errorf("%s: no pages are made by %s", tc.name, look)
		}
		o = run(append([]string{"report", tc.name, "--input=in.jsonl", "--output=" + tc.name + "-pages"},
			tc.more...)...)
		if lines := strings.Split(strings.TrimSpace(o.stdout), "\n"); len(lines) != 2 { // no note about a text
			t.Errorf("%s: %s", tc.name, o.stdout)
		}
		if _, err := os.Stat(filepath.Join(dir, tc.name+"-pages", "index.html")); err != nil {
			t.Error(err)
		}
		// reads what the run has read
		o = run(append([]string{"report", tc.name, "--output=" + tc.name + "-again"}, tc.more...)...)
		if lines := strings.Split(strings.TrimSpace(o.stdout), "\n"); len(lines) != 2 {
			t.Errorf("%s, without --input: %s", tc.name, o.stdout)
		}
	}
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"report"}, "0 arguments, want one"},
		{[]string{"report", "partial"}, "partial.report: exists already"},
		{[]string{"report", "partial", "--input=in.jsonl", "--output=partial-pages"}, "exists already"},
		{[]string{"report", "in.jsonl", "--output=new"}, "is not the folder of a result: not a directory"},
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

// A report reads the documents of the run where the run began, with its flags, and says where they are gone.
func TestReportRecalls(t *testing.T) {
	dir := t.TempDir()
	named := strings.NewReplacer(`"text"`, `"body"`, `"id"`, `"key"`)
	filetest.Put(t, dir, map[string]string{"one.jsonl": named.Replace(lineA), "two.jsonl": named.Replace(lineB)})
	for _, tc := range []struct{ before, args, want string }{
		{"", "partial --input=one.jsonl --input=two.jsonl --text_field=body --id_field=key --output=found", ""},
		{"", "report found --output=pages", "The report is in pages"},
		{"two.jsonl", "report found --output=gone", "What the run has read is not here any more, so the report shows no texts: --input=PATH names where it is. two.jsonl: no such file"},
		{"", "report found --text_field=other --output=other", "What the run has read"},
	} {
		if tc.before != "" {
			if err := os.Remove(filepath.Join(dir, tc.before)); err != nil {
				t.Fatal(err)
			}
		}
		o := finish(t, dir, program(dir, strings.Fields(tc.args)...))
		if o.code != 0 || !strings.Contains(o.stdout, tc.want) {
			t.Errorf("%s: exit %d: %s%s, want %q", tc.args, o.code, o.stdout, o.stderr, tc.want)
		}
		if strings.HasSuffix(tc.args, "pages") && strings.Contains(o.stdout, "text") {
			t.Errorf("%s: a note about texts: %s", tc.args, o.stdout)
		}
	}
}

// there reports whether a file exists.
func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestLook: the last line names the flags that read the documents again.
func TestLook(t *testing.T) {
	dir := t.TempDir()
	filetest.Put(t, dir, map[string]string{"the texts/a.jsonl": strings.ReplaceAll(lineA, `"text"`, `"body"`)})
	for _, tc := range []struct {
		name, stdin string
		args        []string
		want        string
	}{
		{"found", "", []string{"partial", "--input=the texts", "--text_field=body", "--min_similarity=.9"},
			"To look at it: diagonal report found --input='the texts' --text_field=body\n"},
		{"piped", lineA, []string{"partial", "--input=-", "--format=jsonl"}, "To look at it: diagonal report piped\n"},
		{"sheet", "", []string{"partial", "--input=the texts", "--text_field=body", "--output_format=csv"},
			"To look at it: diagonal report sheet --input='the texts' --text_field=body\n"},
	} {
		cmd := program(dir, append(tc.args, "--output="+tc.name)...)
		cmd.Stdin = strings.NewReader(tc.stdin)
		if o := finish(t, dir, cmd); o.code != 0 || !strings.HasSuffix(o.stdout, "\n"+tc.want) ||
			strings.Count(o.stdout, "diagonal report") != strings.Count(tc.want, "diagonal report") {
			t.Errorf("%s: exit %d: %s%s", tc.name, o.code, o.stdout, o.stderr)
		}
	}
}

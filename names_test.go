package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

// hostile is a name that would colour the terminal, set its title, forge a line, reverse
// and hide text. What stands behind a slash is left to the caller.
const hostile = "\x1b[31m\x1b]0;t\x07\rFORGED\nFORGED\u009b1m\u202egnp\u2066\u200b\u200f\x7f\xff"

// quote is s as a JSON string.
func quote(t *testing.T, s string) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// checkShown fails if out has anything that a terminal obeys or a person does not see.
func checkShown(t *testing.T, what, out string) {
	t.Helper()
	at := 0
	for i, r := range out {
		switch {
		case r == unicode.ReplacementChar && !strings.HasPrefix(out[i:], "\ufffd"):
			t.Errorf("%s: byte %#x at %d is not UTF-8:\n%q", what, out[i], i, out)
		case r != '\n' && (unicode.Is(unicode.C, r) || r == '\u2028' || r == '\u2029'):
			t.Errorf("%s: %U at %d:\n%q", what, r, i, out)
		default:
			continue
		}
		if at++; at > 3 {
			return
		}
	}
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "FORGED") {
			t.Errorf("%s: a name has made a line of its own:\n%q", what, out)
		}
	}
}

// TestHostileNames: whatever ids, file names and texts hold, no byte of the output of any
// command moves the cursor or hides text; a name is shown escaped.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	lines := func(suffix, text string) string {
		return fmt.Sprintf("{\"id\":%s,\"text\":%s}\n", quote(t, hostile+suffix), quote(t, text))
	}
	text := hostile + " red. " + strings.ReplaceAll(shared, "leaves", "leaves\x1b[7m\u202e")
	filetest.Put(t, dir, map[string]string{
		"in/" + hostile + "a.txt":   text,
		"in/" + hostile + "b.txt":   "Bananas grow in bunches. " + text,
		"in/" + hostile + "c.txt":   "\x00\x00",
		"in/" + hostile + "d.jsonl": lines("1", text) + lines("2", "Pears. "+text) + "{\n" + lines("1", "Twice. "+text),
		"in/." + hostile:            "left out",
		"kinds.jsonl":               fmt.Sprintf("{\"a\":%[1]s,\"a_start\":0,\"a_end\":9,\"b\":\"b\",\"b_start\":0,\"b_end\":9,\"kind\":%[1]s}\n", quote(t, hostile)),
		"far.jsonl": fmt.Sprintf(
			"{\"a\":%[1]s,\"a_start\":0,\"a_end\":9,\"b\":\"b\",\"b_start\":0,\"b_end\":9}\n", quote(t, hostile+"3")),
		"corpus.jsonl": lines("3", "x"),
		"prose.jsonl":  lines("4", text),
	})
	missing := filepath.Join("in", hostile+"z.txt")
	for _, tc := range []struct {
		args []string
		code int
		want string // of the output
	}{
		{[]string{"partial", "--matching=diagonal", "--signature=shingle", "--input=in", "--output=out"}, 0,
			`\x1b[31m\x1b]0;t\x07\rFORGED\n`},
		{[]string{"partial", "--matching=diagonal", "--signature=shingle", "--input=in", "--output=hot",
			"--max_documents=1"}, 0, `FORGED FORGED\u009b1m\u202egnp`},
		{[]string{"partial", "--matching=refine", "--input=in", "--output=refined"}, 0, `rejected record`},
		{[]string{"resemblance", "--input=in", "--output=similar", "--threshold=0.3"}, 0, `\x1b[31m\x1b]0;`},
		{[]string{"partition", "--input=in", "--output=sets"}, 0, `\x1b[31m\x1b]0;`},
		{[]string{"clean", "--input=in", "--result=out", "--output=cleaned", "--passes=1"}, 0, `\x1b[31m\x1b]0;`},
		{[]string{"report", "out", "--input=in", "--output=pages"}, 0, `\x1b[31m\x1b]0;`},
		{[]string{"report", missing, "--output=none"}, 2, `\u202egnp`},
		{[]string{"partial", "--strict", "--input=in", "--output=strict"}, 1, `: not JSON`},
		{[]string{"partial", "--input=" + missing, "--output=none"}, 2,
			`in/\x1b[31m\x1b]0;t\x07\rFORGED\nFORGED\u009b1m\u202egnp\u2066\u200b\u200f\x7f\xffz.txt: `},
		{[]string{"partial", "--input=in", "--output=" + hostile}, 2, `\u202egnp`},
		{[]string{"partial", hostile}, 2, `\u202egnp`},
		{[]string{"partial", "--" + hostile}, 2, `\u202egnp`},
		{[]string{hostile}, 2, "unknown command"},
		{[]string{"sentences", "in"}, 0, `\u001b[31m`},
		{[]string{"sentences", missing}, 2, `\u202egnp`},
		{[]string{"evaluate", "kinds.jsonl", "kinds.jsonl"}, 0, `\x1b[31m`},
		{[]string{"evaluate", "kinds.jsonl", "kinds.jsonl", "--json"}, 0, `\u202egnp`},
		{[]string{"evaluate", "far.jsonl", "kinds.jsonl", "--corpus=corpus.jsonl"}, 1, `is not in corpus.jsonl`},
		{[]string{"evaluate", missing, "kinds.jsonl"}, 2, `\x1b[31m`},
		{[]string{"plant", "--input=" + missing, "--output=planted"}, 2, `\x1b[31m`},
		{[]string{"plant", "--input=in", "--output=planted"}, 1, `\x1b[31m`},
	} {
		o := finish(t, dir, program(dir, tc.args...))
		name := fmt.Sprintf("%q", tc.args)
		if o.code != tc.code || !strings.Contains(o.stdout+o.stderr, tc.want) {
			t.Errorf("%s: exit %d, want %d and %q in\n%q\n%q", name, o.code, tc.code, tc.want, o.stdout, o.stderr)
		}
		checkShown(t, name, o.stdout)
		checkShown(t, name, o.stderr)
	}
	o := finish(t, dir, program(dir, "sentences", "in"))
	var ids []string
	for line := range strings.Lines(o.stdout) {
		var s struct{ ID string }
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		ids = append(ids, s.ID)
	}
	if want := strings.ToValidUTF8(hostile, "\ufffd") + "1"; !slices.Contains(ids, want) ||
		!slices.Contains(ids, record.UTF8(hostile+"a.txt")) {
		t.Errorf("the ids of sentences are %q, without %q", ids, want)
	}
}

// TestNamesNotUTF8: files whose names are not UTF-8 have ids of their own, in every
// command and stream, and clean writes them under their names.
func TestNamesNotUTF8(t *testing.T) {
	dir := t.TempDir()
	one, two := "bad\xff\xfe", "bad\xff\xfd"
	line := func(text string) string { return fmt.Sprintf("{\"text\":%s}\n", quote(t, text)) }
	long := line("Pears are green. "+shared) + line("Plums are blue.")
	filetest.Put(t, dir, map[string]string{
		"in/" + one + ".txt": "Apples are red. " + shared, "in/" + two + ".txt": "Bananas grow in bunches. " + shared,
		"in/" + two + "/ok.txt": "Cherries are small.", `in/bad\xff\xfe.txt`: "Dates are sweet.",
		"in/" + one + ".jsonl": long, "in/" + two + ".bin": "\x00", "in/" + one + ".bin": "\x00",
	})
	o := partialIn(t, dir, "--input=in", "--signature=shingle")
	if o.code != 0 {
		t.Fatalf("exit %d: %s", o.code, o.stderr)
	}
	if got, want := show(o.passages), `bad\xff\xfd.txt 25 159 bad\xff\xfe.jsonl:1 17 151; bad\xff\xfd.txt 25 159 bad\xff\xfe.txt 16 150; bad\xff\xfe.jsonl:1 17 151 bad\xff\xfe.txt 16 150`; got != want {
		t.Errorf("passages %s, want %s", got, want)
	}
	if n := o.summary.Counts["documents"]; n != 6 {
		t.Errorf("%d documents, want 6", n)
	}
	if !strings.Contains(o.stdout, "The ferry leaves at noon today.") {
		t.Errorf("the table has no text:\n%s", o.stdout)
	}
	var rejected []string
	for _, r := range o.rejected {
		rejected = append(rejected, r.File)
	}
	if want := []string{`in/bad\xff\xfd.bin`, `in/bad\xff\xfe.bin`}; !slices.Equal(rejected, want) {
		t.Errorf("rejected %q, want %q", rejected, want)
	}
	if o := finish(t, dir, program(dir, "clean", "--input=in", "--result=out", "--output=cleaned",
		"--min_text=0")); o.code != 0 {
		t.Fatalf("clean: exit %d: %s", o.code, o.stderr)
	}
	for name, want := range map[string]string{
		one + ".txt": "Apples are red. ", two + ".txt": "Bananas grow in bunches. " + shared,
		two + "/ok.txt":   "Cherries are small.",
		`bad\xff\xfe.txt`: "Dates are sweet.", one + ".jsonl": line("Pears are green.") + line("Plums are blue."),
	} {
		got, err := os.ReadFile(filepath.Join(dir, "cleaned", "documents", name))
		if err != nil || strings.TrimSpace(string(got)) != strings.TrimSpace(want) {
			t.Errorf("%q is %q, %v; want %q", name, got, err, want)
		}
	}
	if o := finish(t, dir, program(dir, "evaluate", "out", "out", "--corpus=in")); o.code != 0 &&
		!strings.Contains(o.stderr, "jsonl:1") {
		t.Errorf("evaluate: exit %d: %s", o.code, o.stderr)
	}
}

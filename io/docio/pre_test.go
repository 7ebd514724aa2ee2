package docio

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

// script writes a program of sh to a folder of its own, and returns its path.
func script(t *testing.T, lines string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the test needs sh")
	}
	name := filepath.Join(t.TempDir(), "convert")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+lines+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestPre: what the command writes is the document, and what goes wrong is rejected.
func TestPre(t *testing.T) {
	dir := folder(t, map[string]string{"a.pdf": "%PDF-1.4 of a", "b b.pdf": "%PDF-1.4 of b", "c.txt": "Plain.",
		"-o; x.pdf": "%PDF-1.4 of c"})
	all := func(of func(name, content string) string) []string {
		var want []string
		for _, f := range [][2]string{{"-o; x.pdf", "%PDF-1.4 of c"}, {"a.pdf", "%PDF-1.4 of a"},
			{"b b.pdf", "%PDF-1.4 of b"}} {
			want = append(want, of(f[0], f[1]))
		}
		return append(want, "c.txt Plain. 0")
	}
	refused := func(reason string) []string {
		want := all(func(name, _ string) string { return "rejected " + name + ": " + reason })
		slices.Sort(want)
		return want
	}
	for _, tc := range []struct {
		name, lines, arguments string
		change                 func(*Params)
		want                   []string
	}{
		{"the path", `echo "text of $(basename "$1")"`, "", nil,
			all(func(name, _ string) string { return name + " text of " + name + "\n 0" })},
		{"the path between other words", `echo "$1 $(basename "$2") $3"`, " -q {} -", nil,
			all(func(name, _ string) string { return name + " -q " + name + " -\n 0" })},
		{"the content", `exec cat`, "", nil, nil},
		{"as a page", `echo "<p>One."`, "", func(p *Params) { p.Format = "html" },
			append(all(func(name, _ string) string { return name + " <p>One.\n 1" })[:3], "c.txt Plain. 1")},
		{"a failure", `echo "no such page" >&2; echo more >&2; exit 3`, "", nil,
			refused("convert: exit status 3: no such page")},
		{"a failure after some text", `echo One.; exit 1`, "", nil, refused("convert: exit status 1")},
		{"too slow", `sleep 60 & sleep 60`, "", func(p *Params) { p.PreTimeout = 100 * time.Millisecond },
			refused("convert took more than 100ms: --pre_timeout allows more")},
		{"too much", `yes`, "", func(p *Params) { p.MaxRecord = 1000 }, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := params(dir)
			p.Pre = []Pre{{script(t, tc.lines) + tc.arguments, []string{"*.doc", "*.pdf"}}}
			if tc.change != nil {
				tc.change(&p)
			}
			docs, rejected := each(t, p)
			var got []string
			for _, d := range docs {
				got = append(got, d.ID+" "+string(d.Text)+" "+string('0'+rune(d.Markup)))
			}
			for _, r := range rejected {
				got = append(got, "rejected "+filepath.Base(r.File)+": "+r.Reason)
			}
			slices.Sort(got)
			switch tc.name {
			case "the content": // which the reader of text rejects
				if len(got) != 4 || !strings.Contains(got[1], "this is a PDF file") {
					t.Errorf("got %q", got)
				}
			case "too much":
				if len(got) != 4 || !strings.Contains(got[1], "1,000") && !strings.Contains(got[1], "--max_record") {
					t.Errorf("got %q", got)
				}
			default:
				slices.Sort(tc.want)
				if diff := cmp.Diff(tc.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}

// TestPreFetch: an excerpt is of the text that the command writes.
func TestPreFetch(t *testing.T) {
	dir := folder(t, map[string]string{"a.pdf": "%PDF-1.4", "b.pdf": "%PDF-1.4"})
	p := params(dir)
	p.Pre = []Pre{{Command: script(t, `echo "text of $(basename $1)"`)}}
	plan := newPlan(t, p)
	var refs []ref
	if err := plan.Each(t.Context(), func(d record.Document) error {
		refs = append(refs, ref{d.File, d.Offset})
		return nil
	}, func(record.Rejected) {}); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := fetch(t.Context(), p, versionsOf(plan), refs, func(_ int, d *record.Document) {
		got = append(got, string(d.Text))
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"text of a.pdf\n", "text of b.pdf\n"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSeveralPre: each command reads its own files, the first one that may.
func TestSeveralPre(t *testing.T) {
	p := params(folder(t, map[string]string{"a.pdf": "%PDF-1.4", "b.doc": "x", "c.doc": "x", "d.txt": "Plain."}))
	say := func(word string) string { return script(t, `echo "`+word+` $(basename $1)"`) }
	p.Pre = []Pre{{say("one"), []string{"*.pdf", "b.*"}}, {say("two"), []string{"*.doc"}}}
	docs, rejected := each(t, p)
	var got []string
	for _, d := range docs {
		got = append(got, string(d.Text))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"Plain.", "one a.pdf\n", "one b.doc\n", "two c.doc\n"}, got); diff != "" ||
		len(rejected) > 0 {
		t.Errorf("rejected %v (-want +got):\n%s", rejected, diff)
	}
}

// TestUnusedGlobs: a pattern that no file has is named, whatever other patterns read.
func TestUnusedGlobs(t *testing.T) {
	p := params(folder(t, map[string]string{"a.pdf": "%PDF-1.4", "d.txt": "Plain."}))
	p.Pre = []Pre{{"cat", []string{"*.pdf", "*.PDF"}}, {"cat -u {}", []string{"a.*", "*.doc"}}}
	plan, err := NewPlan(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"--pre_glob='*.PDF' matches the name of no file: --pre='cat' read none by it",
		"--pre_glob='*.doc' matches the name of no file: --pre='cat -u {}' read none by it",
	}
	if diff := cmp.Diff(want, plan.Unused); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPreInterrupted: a command ends with the run.
func TestPreInterrupted(t *testing.T) {
	p := params(folder(t, map[string]string{"a.pdf": "%PDF-1.4"}))
	p.Pre = []Pre{{Command: script(t, `sleep 60`)}}
	plan := newPlan(t, p)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := plan.Each(ctx, func(record.Document) error { return nil }, func(record.Rejected) {}); err == nil {
		t.Error("the run was not interrupted")
	}
}

func TestPreUsage(t *testing.T) {
	dir := folder(t, map[string]string{"a.pdf": "%PDF-1.4"})
	pre := func(all ...Pre) func(*Params) { return func(p *Params) { p.Pre = all } }
	for want, change := range map[string]func(*Params){
		"--pre='cat' has no --pre_glob": pre(Pre{"cat", nil}, Pre{"ls", []string{"*.a"}}),
		"--pre_glob=*.a is given to two commands, cat and ls": pre(Pre{"cat", []string{"*.a"}},
			Pre{"ls", []string{"*.a"}}),
		"--pre_glob has no effect without --pre":        pre(Pre{"", []string{"*.pdf"}}),
		"--pre is empty":                                pre(Pre{" ", nil}),
		"the command no-such-command-here is not found": pre(Pre{"no-such-command-here {}", nil}),
		"--pre_glob=a/*.pdf: want a pattern for names":  pre(Pre{"cat", []string{"a/*.pdf"}}),
		"--pre_glob=[: want a pattern for names":        pre(Pre{"cat", []string{"["}}),
		"--format=jsonl: what --pre=COMMAND writes is": func(p *Params) {
			p.Pre, p.Format = []Pre{{"cat", nil}}, "jsonl"
		},
		"--pre_timeout=0s: want a time": func(p *Params) {
			p.Pre, p.PreTimeout = []Pre{{"cat", nil}}, 0
		},
		"--format=pre is unknown; use one of auto, text,": func(p *Params) { p.Format = "pre" },
	} {
		p := params(dir)
		change(&p)
		if _, err := NewPlan(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestPreArguments(t *testing.T) {
	for command, want := range map[string]string{
		"cat":               "cat /a b",
		"pdftotext {} -":    "pdftotext|/a b|-",
		"x --in={} --out":   "x|--in=/a b|--out",
		"./{} y":            "./{}|y|/a b",
		"  pandoc -t plain": "pandoc|-t|plain|/a b",
	} {
		if command == "cat" {
			want = "cat|/a b"
		}
		if got := strings.Join(preArguments(command, "/a b"), "|"); got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}

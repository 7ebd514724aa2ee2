package texts

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"example.org/diagonal/commands/report/findings"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/filetest"
)

// collection reads files of text by their names.
func collection(t *testing.T, files map[string]string, f *findings.Findings) *Collection {
	t.Helper()
	dir := t.TempDir()
	filetest.Put(t, dir, files)
	p := docio.Defaults()
	p.Input = []string{dir}
	plan, err := docio.NewPlan(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	c, err := Read(t.Context(), plan, f, temp)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	return c
}

// of returns findings of one passage of two documents: the parts of texts, by their places.
func of(a, partA, b, partB string, idA, idB string) *findings.Findings {
	place := func(text, part string) findings.Range {
		at := strings.Index(text, part)
		start := int64(utf8.RuneCountInString(text[:at]))
		return findings.Range{Start: start, End: start + int64(utf8.RuneCountInString(part)), ByteStart: int64(at),
			ByteEnd: int64(at + len(part))}
	}
	return &findings.Findings{
		Documents: []findings.Document{{ID: idA}, {ID: idB}},
		Passages:  []findings.Passage{{DocumentA: 0, DocumentB: 1, A: place(a, partA), B: place(b, partB)}},
	}
}

// The ranges of the result are found in what is shown, in bytes and in UTF-16.
func TestPlaces(t *testing.T) {
	page := "<html><body><p>Before &amp; <b>the pas</b>sage.</p>\n<p>It &lt;goes&gt; on</p> after.</body></html>"
	for _, tc := range []struct{ name, text, part, want string }{
		{"a.txt", "one two three", "two", "two"},
		{"a.txt", "\ufeff一二三\U0001f600四五", "三\U0001f600四", "三\U0001f600四"},
		{"a.txt", "éééééé\xff y \xe4\xb8 z", "y \xe4\xb8 z", "y \xe4\xb8 z"},
		{"a.txt", "", "", ""},
		{"a.html", page, "the pas</b>sage.</p>\n<p>It &lt;goes&gt; on", "the passage.\n\nIt <goes> on"},
		{"a.html", page, "&lt;goes&gt;", "<goes>"},
		{"a.xml", "<TEI><text><p>One <hi>two</hi> three &amp; four.</p></text></TEI>", "two</hi> three &amp;",
			"two three &"},
	} {
		f := of(tc.text, tc.part, "same", "same", tc.name, "b.txt")
		c := collection(t, map[string]string{tc.name: tc.text, "b.txt": "same", "c.txt": "of nobody"}, f)
		if c.State(0) != Here || c.State(1) != Here || c.Documents != 3 {
			t.Errorf("%q: states %v and %v of %d documents", tc.text, c.State(0), c.State(1), c.Documents)
			continue
		}
		s := c.Shown(0)
		got, err := c.Text(0, s.Start, s.End)
		if err != nil || strings.Join(strings.Fields(string(got)), " ") != strings.Join(strings.Fields(tc.want), " ") {
			t.Errorf("%q: the passage is %q, want %q (%v)", tc.text, got, tc.want, err)
		}
		whole, err := c.Text(0, 0, int(c.Size(0)))
		if err != nil {
			t.Fatal(err)
		}
		units := utf16.Encode([]rune(string(whole)))
		if part := string(utf16.Decode(units[s.Start16:s.End16])); part != string([]rune(string(got))) {
			t.Errorf("%q: in UTF-16 the passage is %q", tc.text, part)
		}
	}
}

// A text that cannot be that of the result is noticed.
func TestStates(t *testing.T) {
	f := of("One two three.", "two three", "Two three.", "Two three", "a", "b")
	for _, tc := range []struct {
		a    string
		want State
	}{
		{"One two three.", Here}, {"One two three. More.", Here}, {"One two t", Changed}, {"Öne two three.", Changed},
		{"", Changed},
	} {
		if got := collection(t, map[string]string{"a": tc.a, "b": "Two three."}, f).State(0); got != tc.want {
			t.Errorf("%q: %v, want %v", tc.a, got, tc.want)
		}
	}
	if got := collection(t, map[string]string{"b": "Two three."}, f); got.State(0) != Missing || got.State(1) != Here {
		t.Errorf("without a: %v and %v", got.State(0), got.State(1))
	}
}

// Of two records with one id, the same one is shown whatever the order of the files. A range may go
// to the end of a text.
func TestTwice(t *testing.T) {
	f := of("One.", "One.", "Two.", "Two.", "a", "b")
	f.Passages[0].A = findings.Whole
	line := func(id, text string) string { return fmt.Sprintf("{\"id\":%q,\"text\":%q}\n", id, text) }
	first, second := line("a", "This is the first.")+line("b", "Two."), line("a", "This is the second text.")
	var texts []string
	for _, names := range [][2]string{{"1.jsonl", "2.jsonl"}, {"2.jsonl", "1.jsonl"}} {
		c := collection(t, map[string]string{names[0]: first, names[1]: second}, f)
		text, err := c.Text(0, c.Shown(0).Start, c.Shown(0).End)
		if err != nil || int64(len(text)) != c.Size(0) {
			t.Errorf("%q of %d bytes: %v", text, c.Size(0), err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] || texts[0] == "" {
		t.Errorf("%q", texts)
	}
}

func TestLength16(t *testing.T) {
	for _, s := range []string{"", "abc", "é", "\U0001f600x", "\xff\xe4\xb8", "民法"} {
		if got, want := Length16([]byte(s)), len(utf16.Encode([]rune(s))); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

// Each run of white space of a page is one character or a blank line, and every other byte is there.
func TestTidy(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \n \n": "", "  a": "a", "a  b\t\u00a0c": "a b c", "a \n b": "a\nb", "a\n\n\n\nb\n": "a\n\nb\n",
		"a \n\t\n 汉 字": "a\n\n汉 字", "a\xff \n": "a\xff\n",
	} {
		got, kept := tidy([]byte(text))
		if string(got) != want || len(kept) != len(got) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		for i, at := range kept {
			if got[i] != '\n' && got[i] != ' ' && text[at] != got[i] || i > 0 && kept[i-1] >= at {
				t.Errorf("%q: byte %d is from %d", text, i, at)
			}
		}
	}
}

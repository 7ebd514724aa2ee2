package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
)

func TestPiece(t *testing.T) {
	long := strings.Repeat("中", 5000)
	for _, tc := range []struct {
		text       string
		markup     record.Markup
		start, end int64
		max        int
		want       string
		cut, ok    bool
	}{
		{"a text", record.Plain, 2, 6, 4, "text", false, true},
		{"a text", record.Plain, 2, 6, 3, "tex", true, true},
		{"a text", record.Plain, 2, 7, 3, "", false, false},
		{"a text", record.Plain, 3, 2, 3, "", false, false},
		{"a\xfft", record.Plain, 0, 3, 2, "a�", true, true},
		{"", record.Plain, 0, 0, 2, "", false, true},
		{long, record.Plain, 0, 15000, 4999, long[:3*4999], true, true},
		{long, record.Plain, 0, 15000, 5000, long, false, true},
		{"x<b>bold</b> &amp; y", record.HTML, 1, 19, 20, "bold &", false, true},
		{"x<b>bold</b> &amp; y", record.MainHTML, 1, 19, 3, "bol", true, true},
		{"<i>" + strings.Repeat("<b></b>", 10000) + "end", record.HTML, 0, 70006, 10, "", true, true},
	} {
		got, cut, ok := Piece(&record.Document{Text: []byte(tc.text), Markup: tc.markup}, tc.start, tc.end, tc.max)
		if tc.markup != record.Plain {
			got = strings.TrimSpace(got)
		}
		if got != tc.want || cut != tc.cut || ok != tc.ok {
			t.Errorf("%.30q from %d to %d, %d code points: %.30q, cut %v, %v", tc.text, tc.start, tc.end, tc.max,
				got, cut, ok)
		}
	}
}

func TestReadable(t *testing.T) {
	for _, tc := range []struct {
		name   string
		markup record.Markup
		text   string
		want   string
	}{
		{"plain text stands for itself", record.Plain, "a <b> &amp; b", "a <b> &amp; b"},
		{"from the title into the page", record.HTML, "Fred</title><style>p { color: red }</style><p>spoke",
			"Fred\n\nspoke"},
		{"references", record.HTML, "Th&#101;&nbsp;tid&#101; r&ocirc;se", "The tide rôse"},
		{"cut in a tag", record.HTML, "The <b>tide</b> <a hre", "The tide "},
		{"cut in a style", record.HTML, "The tide<style>p { color", "The tide"},
		{"long", record.HTML, "<p>" + strings.Repeat("中<i>", 400), strings.Repeat("中", 300) + "…"},
		{"long and plain", record.Plain, strings.Repeat("中", 400), strings.Repeat("中", 300) + "…"},
		{"as long as it may be", record.Plain, strings.Repeat("中", 300), strings.Repeat("中", 300)},
		{"nothing", record.HTML, "", ""},
	} {
		e := record.Excerpt{Origin: record.Origin{File: "f", Offset: 7}, ByteStart: 3, ByteEnd: 9000, Text: tc.text,
			Markup: tc.markup, Value: []byte("{}")}
		want := e
		want.Text, want.Markup, want.Cut = tc.want, record.Plain, strings.HasSuffix(tc.want, record.CutMark)
		if diff := cmp.Diff(want, readable(e)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// TestMainText: sentences, words and layout are those of the main text, at their places in the page.
func TestMainText(t *testing.T) {
	long := strings.Repeat("The tide turned, and the boats of the harbour went out to sea again. ", 4)
	page := "<nav><a href=x>Home</a></nav><p>" + long + "</p><footer>© Wick Gazette, 2026.</footer>"
	d := record.Document{ID: "x", Markup: record.MainHTML, Text: []byte(page)}
	var an Analyser
	_, e := an.Analyse(&d)
	var l Layout
	l.Read(&d)
	from := strings.Index(page, "The")
	for i, s := range e.Sentences {
		if got := page[s.ByteStart:s.ByteEnd]; got != "The tide turned, and the boats of the harbour went out to sea again." || s.ByteStart < int64(from) {
			t.Errorf("sentence %d is %q, at %d", i, got, s.ByteStart)
		}
		if at := l.Sentences[i]; at.ByteStart != s.ByteStart || at.ByteEnd != s.ByteEnd {
			t.Errorf("sentence %d is at %+v, and its layout is %+v", i, s, at)
		}
	}
	if len(e.Sentences) != 4 || an.seen.furniture != len("Home"+"©WickGazette,2026.")+2 || an.seen.noMain {
		t.Errorf("%d sentences, %+v", len(e.Sentences), an.seen)
	}
	d.Text = []byte("<p>One.</p><nav>Two.")
	if _, e = an.Analyse(&d); len(e.Sentences) != 2 || an.seen.furniture != 0 || !an.seen.noMain {
		t.Errorf("no main text: %d sentences, %+v", len(e.Sentences), an.seen)
	}
}

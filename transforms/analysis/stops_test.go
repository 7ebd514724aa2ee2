package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/token"
)

func TestAppendStops(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []uint32 // words before each stop
	}{
		{"nothing", "", nil},
		{"no word", " . \n\n", nil},
		{"no stop", "one two", []uint32{2}},
		{"stops", "One two. Three! Four? Five… six.", []uint32{2, 3, 4, 5, 6}},
		{"a small letter behind it", "it was . then done", []uint32{2, 4}},
		{"an abbreviation", "Mr. Smith", []uint32{1, 2}},
		{"no white space", "3.14 a.b e.g.f", []uint32{7}},
		{"closing quotes and brackets", "“One.” ‘Two.’) (three.) \"Four.\" five", []uint32{1, 2, 3, 4, 5}},
		{"an opening bracket", "one.(two", []uint32{2}},
		{"several marks", "What?! No... yes", []uint32{1, 2, 3}},
		{"other marks", "one, two; three: four - five", []uint32{5}},
		{"a line break", "one\ntwo\r\nthree", []uint32{3}},
		{"a blank line", "one\n\ntwo\r\n \t\r\nthree\n.\nfour", []uint32{1, 2, 3, 4}},
		{"a paragraph separator", "one\u2029two", []uint32{1, 2}},
		{"Chinese", "一二。三！“四？”五；六，七：八……九", []uint32{2, 3, 4, 5, 9}},
		{"Chinese stop behind another", "一.。二", []uint32{1, 2}},
		{"half width", "一｡二", []uint32{1, 2}},
		{"Hindi, Arabic", "क ख। ग م؟ ن", []uint32{2, 4, 5}},
		{"invalid UTF-8", "a.\xff b\xff.\xff c. \xffd", []uint32{3, 4}},
	} {
		got := appendStops(nil, []byte(tc.text), token.Append(nil, []byte(tc.text)), nil)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: stops of %q (-want +got):\n%s", tc.name, tc.text, diff)
		}
	}
}

// With places, ends are those of stops, and the entry still tells sentences.
func TestAnalyseStops(t *testing.T) {
	d := record.Document{Text: []byte("<h1>A title</h1>Mr. Smith came<br>at 3.14. 好。")}
	d.Markup = record.HTML
	for places, want := range map[bool][]uint32{false: {2, 8, 9}, true: {2, 3, 8, 9}} {
		an := Analyser{Places: places}
		a, e := an.Analyse(&d)
		if diff := cmp.Diff(want, a.Ends); diff != "" {
			t.Errorf("places %v: ends (-want +got):\n%s", places, diff)
		}
		if len(e.Sentences) != 3 {
			t.Errorf("places %v: %d sentences, want 3", places, len(e.Sentences))
		}
	}
}

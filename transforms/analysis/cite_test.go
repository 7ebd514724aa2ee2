package analysis

import (
	"testing"

	"example.org/diagonal/io/record"
)

// A passage of recognised pages is cited by page, line and box, one of TEI by its divisions.
func TestCite(t *testing.T) {
	d := &record.Document{Text: []byte("aa\nbb\ncc\ndd\n"), Lines: []record.Line{
		{At: 0, Page: "p. 1", Number: 8, Box: record.Box{X: 10, Y: 20, W: 100, H: 10}},
		{At: 3, Page: "p. 1", Number: 9, Box: record.Box{X: 5, Y: 35, W: 100, H: 10}},
		{At: 6, Page: "p. 2", Number: 1, Box: record.Box{X: 7, Y: 20, W: 100, H: 10}}, {At: 9, Page: "p. 2", Number: 2},
	}}
	bare := &record.Document{Text: []byte("aa\nbb\n"), Lines: []record.Line{{Number: 1}, {At: 3, Number: 2}}}
	tei := &record.Document{Markup: record.XML, Text: []byte(`<TEI><div type="act" n="2"><l n="1">aa</l></div></TEI>`)}
	for _, tc := range []struct {
		of         *record.Document
		start, end int64
		want       string
	}{
		{d, 0, 2, "p. 1, line 8, xywh=10,20,100,10"},
		{d, 1, 4, "p. 1, line 8 – line 9, xywh=5,20,105,25"},
		{d, 0, 3, "p. 1, line 8, xywh=10,20,100,10"}, // the line break is of its line
		{d, 4, 11, "p. 1, line 9, xywh=5,35,100,10 – p. 2, line 2, xywh=7,20,100,10"},
		{d, 9, 11, "p. 2, line 2"},
		{bare, 0, 5, "line 1 – line 2"},
		{tei, 36, 38, "act 2, l. 1"},
		{&record.Document{Text: []byte("aa")}, 0, 2, ""},
	} {
		if got := Cite(tc.of).Range(tc.start, tc.end); got != tc.want {
			t.Errorf("%d to %d: %q, want %q", tc.start, tc.end, got, tc.want)
		}
	}
}

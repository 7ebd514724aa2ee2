package analysis

import (
	"strings"
	"testing"

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

package analysis

import (
	"strings"
	"testing"

	"example.org/diagonal/io/record"
)

func TestOneLine(t *testing.T) {
	for _, tc := range []struct {
		piece  string
		markup record.Markup
		want   string
	}{
		{"", record.Plain, ""},
		{" The\n tide\t\tturned ", record.Plain, "The tide turned"},
		{"on in-\n formation", record.Plain, "on information"},
		{"the Anglo-\nSaxons", record.Plain, "the Anglo- Saxons"},
		{"a <b> c", record.Plain, "a <b> c"},
		{"The <b>tide</b>", record.HTML, "The tide"},
		{"<p>The <hi>tide</hi></p>", record.XML, "The tide"},
		{strings.Repeat("中", 20), record.Plain, strings.Repeat("中", 20)},
		{strings.Repeat("中", 21), record.Plain, strings.Repeat("中", 19) + "…"},
	} {
		if got := OneLine(tc.piece, tc.markup, 20); got != tc.want {
			t.Errorf("%q: got %q, want %q", tc.piece, got, tc.want)
		}
	}
}

package analysis

import (
	"slices"
	"testing"

	"example.org/diagonal/io/record"
)

// The words of a whole text are those that Analyse compares, and each stands where it is written.
func TestLetters(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		fold       record.Fold
		want       []string
	}{
		{"plain", "Deal-\n ings in well-known soft\u00ad\nware.", 0,
			[]string{"Deal-\n ings", "in", "well", "known", "soft\u00ad\nware"}},
		{"compounds", "A well-\nknown, far-off, so-called, up-to-date and first-class thing.", 0,
			[]string{"A", "well", "known", "far", "off", "so", "called", "up", "to", "date", "and", "first",
				"class", "thing"}},
		{"marks", "μῆνιν ἄειδε", record.FoldMarks, []string{"μῆνιν", "ἄειδε"}},
		{"long s", "uſe of v and j", record.FoldUV | record.FoldIJ | record.FoldLongS,
			[]string{"uſe", "of", "v", "and", "j"}},
	} {
		d := record.Document{ID: tc.name, Text: []byte(tc.text), Reading: record.Reading{Fold: tc.fold}}
		var an Analyser
		a, _ := an.Analyse(&d)
		var hashes []uint32
		var words []string
		for _, w := range LettersOf(&d).Append(nil, d.Text) {
			hashes = append(hashes, w.Hash)
			words = append(words, tc.text[w.Start:w.End])
		}
		if !slices.Equal(hashes, a.Words) {
			t.Errorf("%s: the words of the piece are not those that are compared", tc.name)
		}
		if !slices.Equal(words, tc.want) {
			t.Errorf("%s: words %q, want %q", tc.name, words, tc.want)
		}
	}
}

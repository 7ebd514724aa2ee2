package alignment

import (
	"slices"
	"testing"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// A unit is hot if its n-grams are in more documents than the cap, whatever is around it, and only until
// it is unmarked. Words of apparatus are in no n-gram.
func TestCrowd(t *testing.T) {
	const header = "The office of the canal company asks all members to hand in their answers by Friday evening, with the names of two neighbours who saw the boats pass below the old bridge. "
	texts := []string{
		header + "The first one writes about barges and their crews in the winter months. ",
		header + "The second one has read nothing but an old price list of the locks. ",
		"A third letter begins otherwise, and comes to it late. " + header,
		"Nobody of this one has heard of any of that, and says so in some words. ",
	}
	al := NewAligner(RefineParams{})
	an := analysis.Analyser{Places: true}
	var all []*Together
	for i, text := range texts {
		a, _ := an.Analyse(&record.Document{ID: string(rune('a' + i)), Text: []byte(text)})
		d, err := al.Document(&a)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	for max, want := range map[int][]int{1: {1, 1, 1, 0}, 2: {1, 1, 1, 0}, 3: {0, 0, 0, 0}} {
		c := NewCrowd(max)
		for _, d := range all {
			c.Add(d)
		}
		for i, d := range all {
			var found []string
			units, err := c.Mark(d, func(h HotSentence) {
				found = append(found, texts[i][h.Range.ByteStart:h.Range.ByteEnd])
			})
			if err != nil || units != want[i] || len(found) != want[i] ||
				units > 0 && !slices.Contains(d.document.aligned.Hot, true) {
				t.Errorf("cap %d, document %d: %d hot units %q, %v", max, i, units, found, err)
			}
		}
		if got := len(al.Align(nil, all[0], all[1])); got != 1-want[0] {
			t.Errorf("cap %d: %d passages", max, got)
		}
		for _, d := range all {
			d.Unmark()
		}
		if got := len(al.Align(nil, all[0], all[1])); got != 1 {
			t.Errorf("unmarked: %d passages", got)
		}
	}
}

// Of the 3-grams of a document those without apparatus are counted, each in the unit in which it begins.
func TestOwnGrams(t *testing.T) {
	al := NewAligner(RefineParams{})
	an := analysis.Analyser{Places: true}
	for _, text := range []string{"", "one two",
		"Xref: news.answers:1 alt.x:2\nFrom: someone@example.org (Some One)\n\n" +
			"Some words of a letter that has a head, and they are many.\n"} {
		a, _ := an.Analyse(&record.Document{ID: "a", Text: []byte(text)})
		d, err := al.Document(&a)
		if err != nil {
			t.Fatal(err)
		}
		want, got := 0, 0
		spans := &d.document.spans
		for i := 0; i+3 <= len(a.Words); i++ {
			if !spans.Apparatus(i) && !spans.Apparatus(i+1) && !spans.Apparatus(i+2) {
				want++
			}
		}
		if d.eachOwnGram(func(uint64, uint32) { got++ }); got != want {
			t.Errorf("%q: %d n-grams, want %d of %d words", text, got, want, len(a.Words))
		}
	}
}

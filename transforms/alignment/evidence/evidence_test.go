package evidence

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

func TestShortNumber(t *testing.T) {
	text := "I have 7 of 1,358,000 in 1987, 12345 at 49.50-50.50 on 04/09/87, II xlix L 9999 and 007 or 3,000 12,34 x100 000 B2"
	want := "7 1987 49 50 50 50 04 09 87 II xlix 9999 007 12 34 000"
	d := aligntest.Tokenised(text)
	var got []string
	for x := range d.Words {
		if isShortNumber(d, uint32(x)) {
			got = append(got, strings.Trim(text[d.From[x]:d.To[x]], ",./-"))
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("short numbers %q, want %q", got, want)
	}
}

// The names of a passage are distinct, and the first word of a unit is none.
func TestNamesOfWords(t *testing.T) {
	a := aligntest.Named("When Ann met Bob in 1987 she gave him 30 letters. Ann and Bob went to Rome then.")
	b := aligntest.Named("Later ann came to Paris, where the letters of 1987 were read by many people.")
	j := judge(a, b, false)
	all, common := j.names(&ends.Passage{A: allOf(a), B: allOf(b)})
	if all != 2 || common != 1 { // Paris and 1987; of Ann, Bob, 1987, 30 and Rome it would be 2 of 5
		t.Errorf("names = %d, %d, want 2, 1", all, common)
	}
}

// A faint passage needs more evidence than another one.
func TestEvidenceOfFaint(t *testing.T) {
	s := aligntest.Prose(7, 3)
	j := judge(aligntest.Document(strings.Join(s, "")), aligntest.Document(aligntest.Revised(s)), true)
	min := func(faint bool) int {
		c := ends.Passage{Faint: faint, A: allOf(j.A), B: allOf(j.B)}
		for n := range 100 {
			if j.Rare = make([]pair.Hit, n); j.Evident(&c) {
				return n
			}
		}
		return 100
	}
	shared := float64(j.SharedRuns(allOf(j.A), allOf(j.B)))
	for faint, share := range map[bool]float64{false: rareShare, true: faintShare} {
		if got, want := min(faint), int(share*shared+.999); got != want || want < 2 {
			t.Errorf("faint is %v: %d rare runs of %v are enough, want %d", faint, got, shared, want)
		}
	}
}

// judge returns a Judge of the pair.
func judge(a, b *indexed.Document, inCollection bool) *Judge {
	j := &Judge{Pair: &pair.Pair{}, Thresholds: Measured()}
	j.Pair.Begin(a, b, pair.Shared{RareKnown: inCollection})
	j.Weigh()
	return j
}

// allOf is all words of d.
func allOf(d *indexed.Document) indexed.Span { return aligntest.Span(0, uint32(len(d.Words))) }

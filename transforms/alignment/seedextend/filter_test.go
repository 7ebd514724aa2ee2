package seedextend

import (
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/ends"
)

func TestAccept(t *testing.T) {
	// Words of 9 letters and a space: n words are 10n-1 code points, 10n with the full
	// stop. a and b have the same first 12 words.
	text := func(prefix string) string {
		return "abcdefghi abcdefghj abcdefghk abcdefghl abcdefghm abcdefghn abcdefgho abcdefghp abcdefghq abcdefghr abcdefghs abcdefght " + prefix
	}
	a := aligntest.Sentences(text("zzzzzzzza zzzzzzzzb zzzzzzzzc zzzzzzzzd zzzzzzzze."))
	b := aligntest.Sentences(text("yyyyyyyya yyyyyyyyb yyyyyyyyc yyyyyyyyd yyyyyyyye."))
	other := aligntest.Sentences("xxxxxxxxa xxxxxxxxb xxxxxxxxc xxxxxxxxd xxxxxxxxe xxxxxxxxf xxxxxxxxg xxxxxxxxh xxxxxxxxi xxxxxxxxj xxxxxxxxk xxxxxxxxl xxxxxxxxm xxxxxxxxn xxxxxxxxo xxxxxxxxp.")
	for _, tc := range []struct {
		name    string
		b       *Document
		words   uint32
		common  int
		cosine  float64
		longRun bool
		want    bool
	}{
		{"99 code points, however strong", b, 10, 40, 1, true, false},
		{"109, 15 words and the cosine", other, 11, 15, .7, false, true},
		{"109, 14 words", b, 11, 14, .7, true, true},
		{"109, 15 words, a weak cosine", other, 11, 15, .69, false, true},
		{"109, 8 words and the faint cosine", other, 11, 8, .5, false, true},
		{"109, 7 words", other, 11, 7, .9, true, false},
		{"109, 40 words, less than the faint cosine", other, 11, 40, .49, false, false},
		{"109, 15 words, a weak cosine, but 12 words in a run", b, 11, 15, .4, true, true},
		{"159, nothing", other, 16, 19, .44, false, false},
		{"159, 20 words", other, 16, 20, .4, false, true},
		{"159, the cosine", other, 16, 3, .45, false, true},
		{"159, a long run", b, 16, 3, .4, true, true},
	} {
		params := measured(Params{})
		params.Directed = true
		w := newWorker(params)
		w.begin(a, tc.b, Shared{RareKnown: true})
		w.clusters.Taken.Reset(a.UnitCount(), tc.b.UnitCount())
		c := ends.Passage{A: aligntest.Span(0, tc.words), B: aligntest.Span(0, tc.words), LongRun: tc.longRun}
		c.Box, c.Common, c.Cosine = aligntest.Box(0, 1, 0, 1), tc.common, tc.cosine
		if got := w.accept(&c); got != tc.want {
			t.Errorf("%s: accept = %v, want %v", tc.name, got, tc.want)
		}
		faint := c.Faint
		w.pair.RareKnown, c.Faint = false, false
		if got := w.accept(&c); got != (tc.want && !faint) {
			t.Errorf("%s: without a collection accept = %v, and in one it is Faint: %v", tc.name, got, faint)
		}
		w.params.Directed, w.pair.RareKnown, c.Faint = false, true, false
		if got := w.accept(&c); got != (tc.want && !faint) {
			t.Errorf("%s: without a direction accept = %v, and with one it is Faint: %v", tc.name, got, faint)
		}
		c.B.Hi = 5 // the shorter side decides
		if w.accept(&c) {
			t.Errorf("%s: accept with 49 code points on one side", tc.name)
		}
	}
}

// A faint passage stays where there is no other that is strong.
func TestFaint(t *testing.T) {
	for _, tc := range []struct {
		found       []bool // whether each is faint
		want, short int
	}{
		{nil, 0, 0},
		{[]bool{true, true}, 2, 0},
		{[]bool{true, false, true}, 1, 2},
		{[]bool{false, false}, 2, 0},
	} {
		w := NewWorker(Params{})
		for _, faint := range tc.found {
			w.passages = append(w.passages, ends.Passage{Faint: faint})
		}
		w.dropFaint()
		if len(w.passages) != tc.want || w.tooShort != tc.short {
			t.Errorf("%v: %d passages are left and %d too short, want %d and %d", tc.found, len(w.passages), w.tooShort,
				tc.want, tc.short)
		}
	}
}

// Characters of a text without spaces make no faint passage.
func TestFaintHan(t *testing.T) {
	text := ""
	for x := range 45 {
		text += string(rune(0x4e00 + 7*x))
	}
	params := measured(Params{})
	params.Directed = true
	w := newWorker(params)
	w.begin(aligntest.Sentences(text), aligntest.Sentences(text+"中"), Shared{RareKnown: true})
	w.clusters.Taken.Reset(w.pair.A.UnitCount(), w.pair.B.UnitCount())
	c := ends.Passage{A: aligntest.Span(0, 45), B: aligntest.Span(0, 45)}
	c.Box, c.Common, c.Cosine = aligntest.Box(0, 1, 0, 1), 9, .6
	if w.accept(&c) {
		t.Errorf("%d Han characters with 9 common words are accepted", 45)
	}
}

package seedextend

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/evidence"
	"example.org/diagonal/transforms/alignment/pair"
)

// mixed is prose in which neighbouring words change places, so that next to no runs of
// three words are left.
func mixed(sentences []string) string {
	var out strings.Builder
	for _, s := range sentences {
		words := strings.Fields(s)
		for x := 0; x+2 < len(words)-1; x += 3 {
			words[x], words[x+2] = words[x+2], words[x]
		}
		for x := 1; x+1 < len(words)-1; x += 4 {
			words[x], words[x+1] = words[x+1], words[x]
		}
		out.WriteString(strings.Join(words, " ") + " ")
	}
	return out.String()
}

// rareShare is the share of the shared runs that must be rare (package evidence).
const rareShare = .25

func TestEvidence(t *testing.T) {
	s := aligntest.Prose(7, 12)
	text := strings.Join(s, "")
	a, b := aligntest.Document(text), aligntest.Document(aligntest.Revised(s))
	near := aligntest.Document(strings.Replace(text, ".", " more.", 2))
	var all []Hit // one for each run of three words
	for u := range min(a.UnitCount(), b.UnitCount()) {
		for range 3 {
			all = append(all, aligntest.Hit(u, u))
		}
	}
	short := aligntest.Document(strings.Join(s[:3], ""))
	alike := aligntest.Document(strings.Replace(strings.Join(s[:3], ""), ".", " more.", 2))
	retold := aligntest.Document(mixed(s[:3]))
	w := NewWorker(Params{})
	free := w.Align(nil, a, b, all)
	if len(free) != 1 || free[0].Similarity >= .8 || free[0].Similarity < .5 {
		t.Fatalf("without a collection: %+v, want one passage of similarity .5 to .8", free)
	}
	shared := countCommon(&commonrun.Marker{}, a.Words, b.Words, 3)
	needed := int(float64(shared)*rareShare + .999)
	if needed < 2 || needed >= len(all) {
		t.Fatalf("%d shared runs, %d needed, %d hits: the test has to have more", shared, needed, len(all))
	}
	for _, tc := range []struct {
		name string
		a, b *Document
		rare []Hit
		want int
	}{
		{"no rare run", a, b, nil, 0},
		{"one run too few", a, b, all[:needed-1], 0},
		{"just enough", a, b, all[:needed], 1},
		{"elsewhere", a, b, []Hit{aligntest.Hit(a.UnitCount(), 0), aligntest.Hit(a.UnitCount(), 1),
			aligntest.Hit(a.UnitCount()+9, 2)}, 0},
		{"much is shared, and none of it is rare", a, near, nil, 1},
		{"a copy, without evidence", a, a, nil, 1},
		{"little is shared, and none of it is rare", short, alike, nil, 0},
		{"little is shared, and it is rare", short, alike, slices.Repeat([]Hit{aligntest.Hit(1, 1)}, 30), 1},
		{"few runs, a rare one", short, retold, all[:1], 1},
		{"few runs, none of them rare", short, retold, nil, 0},
	} {
		if tc.b == a {
			tc.b = aligntest.Document("Before it. " + text)
		}
		hits := all[:3*min(tc.a.UnitCount(), tc.b.UnitCount())]
		got := w.AlignIn(nil, tc.a, tc.b, Shared{Hits: hits, Rare: tc.rare, RareKnown: true})
		if len(got) != tc.want || w.Formulas() != 1-tc.want {
			t.Errorf("%s: %d passages and %d without evidence, want %d: %+v", tc.name, len(got), w.Formulas(),
				tc.want, got)
		}
	}
	if got := w.Align(nil, a, b, all); !slices.Equal(got, free) || w.Formulas() != 0 {
		t.Errorf("Align after AlignIn: %+v, want %+v", got, free)
	}
}

// A run of three words that hardly any other document has counts in full, another one a third, and both only as far as
// the passage shares them.
func TestEvidenceOfPassages(t *testing.T) {
	s := aligntest.Prose(7, 12)
	a, b := aligntest.Document(strings.Join(s, "")), aligntest.Document(strings.Join(s, "")+"Behind it is a line more.")
	runs := len(a.Words) - 2
	hits := func(n int) (all []Hit) {
		for x := range n {
			u := uint32(x) % a.UnitCount()
			all = append(all, aligntest.Hit(u, u))
		}
		SortHits(all)
		return all
	}
	for _, tc := range []struct {
		name      string
		hits, few int
		known     bool
		want      float64
	}{
		{"nothing is known", runs, 0, false, 1},
		{"hardly any other document has them", runs, runs, true, 1},
		{"half of them", runs / 2, runs / 2, true, .5},
		{"many documents have them", runs, 0, true, 1. / 3},
		{"half of them, which many have", runs / 2, 0, true, 1. / 6},
		{"more hits than runs", 9 * runs, 9 * runs, true, 1},
		{"no hits", 0, 0, true, 0},
	} {
		got := NewWorker(Params{}).AlignIn(nil, a, b,
			Shared{Hits: hits(tc.hits), Few: hits(tc.few), Rare: hits(tc.hits), RareKnown: tc.known})
		if len(got) != 1 || math.Abs(got[0].Evidence-tc.want) > .01 {
			t.Errorf("%s: %+v, want one passage with evidence %.3f", tc.name, got, tc.want)
		}
	}
	// A quotation is a part of its sentence: of what the sentences share, a part counts.
	x := aligntest.Document("He says that the first of all the ships in the harbour of the old town was burnt in the night when the king died there.")
	c := ends.Passage{A: aligntest.Span(3, 9), B: aligntest.Span(3, 9)}
	w := NewWorker(Params{})
	w.AlignIn(nil, x, x, Shared{RareKnown: true})
	w.pair.Hits = slices.Repeat([]Hit{aligntest.Hit(0, 0)}, 22)
	if w.pair.Few = w.pair.Hits; math.Abs(w.judge.Of(&c)-1) > .1 {
		t.Errorf("a part of a sentence has evidence %.3f, want 1", w.judge.Of(&c))
	}
	if w.pair.Few = nil; math.Abs(w.judge.Of(&c)-evidence.CommonRun) > .05 {
		t.Errorf("a part of a sentence that many documents have has evidence %.3f, want a third", w.judge.Of(&c))
	}
}

// A run that is long enough is reported, however much of a set phrase the rest is.
func TestEvidenceLeavesCopies(t *testing.T) {
	s := aligntest.Prose(9, 14)
	copied := strings.Join(s[5:8], "")
	a, b := aligntest.Document(strings.Join(s, "")), aligntest.Document(mixed(s[:5])+copied+mixed(s[8:]))
	var hits []Hit
	for u := range min(a.UnitCount(), b.UnitCount()) {
		hits = append(hits, aligntest.Hit(u, u), aligntest.Hit(u, u))
	}
	got := NewWorker(Params{}).AlignIn(nil, a, b, Shared{Hits: hits, RareKnown: true})
	if len(got) != 1 || got[0].Kind != Verbatim || int(a.To[got[0].A1-1]-a.From[got[0].A0]) < len(copied)-10 {
		t.Errorf("%+v, want the %d copied characters", got, len(copied))
	}
}

// The similarity is that of the words of a passage, not of the units that hold them.
func TestSimilarityIsOfTheRange(t *testing.T) {
	s, r := aligntest.Prose(5, 10), aligntest.Prose(6, 4)
	body := strings.ReplaceAll(strings.Join(s, ""), ".", ",") // units of 40 words
	var p pair.Pair
	p.Begin(aligntest.Document(strings.Join(r[:2], "")+body),
		aligntest.Document(strings.ReplaceAll(strings.Join(r[2:], ""), ".", ",")+body), Shared{})
	p.Weigh()
	n := uint32(len(aligntest.Document(body).Words))
	a := aligntest.Span(uint32(len(p.A.Words))-n, uint32(len(p.A.Words)))
	b := aligntest.Span(uint32(len(p.B.Words))-n, uint32(len(p.B.Words)))
	var units ends.Passage
	units.Box = aligntest.Box(p.A.UnitsOf(a).Lo, p.A.UnitsOf(a).Hi, p.B.UnitsOf(b).Lo, p.B.UnitsOf(b).Hi)
	units.Cosine, units.Common = p.Cosine(units.Box)
	units.A, units.B = p.Words(units.Box)
	if got := units.Similarity(&p); got != units.Cosine {
		t.Errorf("of whole units %v, want %v", got, units.Cosine)
	}
	if got := p.Similarity(units.A, units.B); got != units.Cosine {
		t.Errorf("computed of the words of whole units %v, want %v", got, units.Cosine)
	}
	if units.A, units.B = a, b; units.Cosine > .97 || units.Similarity(&p) <= units.Cosine+.02 {
		t.Errorf("of the same words %v, of the units that hold them %v", units.Similarity(&p), units.Cosine)
	}
}

// A summary needs evidence of its own: what is enough for a passage inside of it need not
// be enough for all of it.
func TestEvidenceOfSummaries(t *testing.T) {
	long, short := retelling()
	a, b := aligntest.Document(long), aligntest.Document(short)
	var many []Hit
	for u := range a.UnitCount() {
		for v := range b.UnitCount() {
			many = append(many, aligntest.Hit(u, v))
		}
	}
	for _, tc := range []struct {
		rare []Hit // of what is left to be found when there is a passage
		want bool
	}{{nil, false}, {many, true}} {
		params := measured(Params{})
		params.Summaries = false
		w := newWorker(params)
		if ps := w.AlignIn(nil, a, b, Shared{Rare: many, RareKnown: true}); len(ps) != 1 || ps[0].Kind == Summary {
			t.Fatalf("without summaries: %+v, want one passage", ps)
		}
		w.params.Summaries, w.pair.Rare = true, tc.rare
		w.summarise(w.wide)
		if got := slices.ContainsFunc(w.passages, func(c ends.Passage) bool {
			return c.Summary
		}); len(w.passages) != 1 || got != tc.want {
			t.Errorf("with %d rare runs: %d passages, a summary: %v", len(tc.rare), len(w.passages), got)
		}
	}
}

// countCommon returns the number of distinct n-grams that a and b have in common.
func countCommon(m *commonrun.Marker, a, b []uint32, n int) int {
	common := 0
	m.EachGram(a, b, n, func(int) { common++ })
	return common
}

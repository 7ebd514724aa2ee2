package seedextend

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/commonrun"
)

// revised is prose in which every fourth word of each sentence is another one.
func revised(sentences []string) string {
	var out strings.Builder
	for _, s := range sentences {
		words := strings.Fields(s)
		for x := 3; x < len(words)-1; x += 4 {
			words[x] = "new" + words[x] + "er"
		}
		out.WriteString(strings.Join(words, " ") + " ")
	}
	return out.String()
}

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

func TestEvidence(t *testing.T) {
	s := prose(7, 12)
	text := strings.Join(s, "")
	a, b, near := document(text), document(revised(s)), document(strings.Replace(text, ".", " more.", 2))
	var all []Hit // one for each run of three words
	for u := range min(a.units(), b.units()) {
		for range 3 {
			all = append(all, Hit{u, u})
		}
	}
	short := document(strings.Join(s[:3], ""))
	alike := document(strings.Replace(strings.Join(s[:3], ""), ".", " more.", 2))
	retold := document(mixed(s[:3]))
	w := NewWorker(Params{})
	free := w.Align(nil, a, b, all)
	if len(free) != 1 || free[0].Similarity >= .8 || free[0].Similarity < .5 {
		t.Fatalf("without a collection: %+v, want one passage of similarity .5 to .8", free)
	}
	shared := countCommon(&commonrun.Marker{}, a.Words, b.Words, 3)
	needed := int(float64(shared)*evidenceShare + .999)
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
		{"elsewhere", a, b, []Hit{{a.units(), 0}, {a.units(), 1}, {a.units() + 9, 2}}, 0},
		{"much is shared, and none of it is rare", a, near, nil, 1},
		{"a copy, without evidence", a, a, nil, 1},
		{"little is shared, and none of it is rare", short, alike, nil, 0},
		{"little is shared, and it is rare", short, alike, slices.Repeat([]Hit{{1, 1}}, 30), 1},
		{"few runs, a rare one", short, retold, all[:1], 1},
		{"few runs, none of them rare", short, retold, nil, 0},
	} {
		if tc.b == a {
			tc.b = document("Before it. " + text)
		}
		hits := all[:3*min(tc.a.units(), tc.b.units())]
		got := w.AlignIn(nil, tc.a, tc.b, Shared{Hits: hits, Rare: tc.rare, RareKnown: true})
		if len(got) != tc.want || w.Formulas != 1-tc.want {
			t.Errorf("%s: %d passages and %d without evidence, want %d: %+v", tc.name, len(got), w.Formulas,
				tc.want, got)
		}
	}
	if got := w.Align(nil, a, b, all); !slices.Equal(got, free) || w.Formulas != 0 {
		t.Errorf("Align after AlignIn: %+v, want %+v", got, free)
	}
}

// A run of three words that hardly any other document has counts in full, another one a third, and both only as far as
// the passage shares them.
func TestEvidenceOfPassages(t *testing.T) {
	s := prose(7, 12)
	a, b := document(strings.Join(s, "")), document(strings.Join(s, "")+"Behind it is a line more.")
	runs := len(a.Words) - 2
	hits := func(n int) (all []Hit) {
		for x := range n {
			u := uint32(x) % a.units()
			all = append(all, Hit{u, u})
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
	x := document("He says that the first of all the ships in the harbour of the old town was burnt in the night when the king died there.")
	c := cluster{a: span{3, 9}, b: span{3, 9}}
	w := NewWorker(Params{})
	w.AlignIn(nil, x, x, Shared{RareKnown: true})
	w.shared.Hits = slices.Repeat([]Hit{{0, 0}}, 22)
	if w.shared.Few = w.shared.Hits; math.Abs(w.evidence(&c)-1) > .1 {
		t.Errorf("a part of a sentence has evidence %.3f, want 1", w.evidence(&c))
	}
	if w.shared.Few = nil; math.Abs(w.evidence(&c)-CommonRun) > .05 {
		t.Errorf("a part of a sentence that many documents have has evidence %.3f, want a third", w.evidence(&c))
	}
}

// A run that is long enough is reported, however much of a set phrase the rest is.
func TestEvidenceLeavesCopies(t *testing.T) {
	s := prose(9, 14)
	copied := strings.Join(s[5:8], "")
	a, b := document(strings.Join(s, "")), document(mixed(s[:5])+copied+mixed(s[8:]))
	var hits []Hit
	for u := range min(a.units(), b.units()) {
		hits = append(hits, Hit{u, u}, Hit{u, u})
	}
	got := NewWorker(Params{}).AlignIn(nil, a, b, Shared{Hits: hits, RareKnown: true})
	if len(got) != 1 || got[0].Kind != Verbatim || int(a.To[got[0].A1-1]-a.From[got[0].A0]) < len(copied)-10 {
		t.Errorf("%+v, want the %d copied characters", got, len(copied))
	}
}

func TestCountsOfEvidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 300 {
		var hits []Hit
		for range rng.IntN(40) {
			hits = append(hits, Hit{rng.Uint32N(8), rng.Uint32N(8)})
		}
		SortHits(hits)
		a, b := span{rng.Uint32N(8), 1 + rng.Uint32N(9)}, span{rng.Uint32N(8), 1 + rng.Uint32N(9)}
		want := 0
		for _, h := range hits {
			if a.lo <= h.A && h.A < a.hi && b.lo <= h.B && h.B < b.hi {
				want++
			}
		}
		if got := countHits(hits, a, b); got != want {
			t.Fatalf("countHits(%v, %v, %v) = %d, want %d", hits, a, b, got, want)
		}
		words := func() (w []uint32) {
			for range rng.IntN(60) {
				w = append(w, rng.Uint32N(4))
			}
			return w
		}
		x, y := words(), words()
		common := map[[3]uint32]bool{}
		for i := range max(2, len(x)) - 2 {
			for k := range max(2, len(y)) - 2 {
				if slices.Equal(x[i:i+3], y[k:k+3]) {
					common[[3]uint32(x[i:i+3])] = true
				}
			}
		}
		if got := countCommon(&commonrun.Marker{}, x, y, 3); got != len(common) {
			t.Fatalf("countCommon(%v, %v) = %d, want %d", x, y, got, len(common))
		}
	}
}

// The similarity is that of the words of a passage, not of the units that hold them.
func TestSimilarityIsOfTheRange(t *testing.T) {
	w := NewWorker(Params{})
	s, r := prose(5, 10), prose(6, 4)
	body := strings.ReplaceAll(strings.Join(s, ""), ".", ",") // units of 40 words
	w.a, w.b = document(strings.Join(r[:2], "")+body),
		document(strings.ReplaceAll(strings.Join(r[2:], ""), ".", ",")+body)
	w.weigh()
	n := uint32(len(document(body).Words))
	a, b := span{uint32(len(w.a.Words)) - n, uint32(len(w.a.Words))},
		span{uint32(len(w.b.Words)) - n, uint32(len(w.b.Words))}
	units := cluster{box: box{w.a.unitsOf(a).lo, w.a.unitsOf(a).hi, w.b.unitsOf(b).lo, w.b.unitsOf(b).hi}}
	w.validate(&units)
	units.a, units.b = span{w.a.Units[units.i0], w.a.Units[units.i1]}, span{w.b.Units[units.j0], w.b.Units[units.j1]}
	if got := w.similarityOf(&units); got != units.cosine {
		t.Errorf("of whole units %v, want %v", got, units.cosine)
	}
	if got := w.similarity(units.a, units.b); got != units.cosine {
		t.Errorf("computed of the words of whole units %v, want %v", got, units.cosine)
	}
	if units.a, units.b = a, b; units.cosine > .97 || w.similarityOf(&units) <= units.cosine+.02 {
		t.Errorf("of the same words %v, of the units that hold them %v", w.similarityOf(&units), units.cosine)
	}
}

// A summary needs evidence of its own: what is enough for a passage inside of it need not
// be enough for all of it.
func TestEvidenceOfSummaries(t *testing.T) {
	long, short := retelling()
	a, b := document(long), document(short)
	var many []Hit
	for u := range a.units() {
		for v := range b.units() {
			many = append(many, Hit{u, v})
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
		w.params.Summaries, w.shared.Rare = true, tc.rare
		w.summarise(w.wide)
		if got := slices.ContainsFunc(w.passages, func(c cluster) bool {
			return c.summary
		}); len(w.passages) != 1 || got != tc.want {
			t.Errorf("with %d rare runs: %d passages, a summary: %v", len(tc.rare), len(w.passages), got)
		}
	}
}

// A faint passage needs more evidence than another one.
func TestEvidenceOfFaint(t *testing.T) {
	s := prose(7, 3)
	w := NewWorker(Params{})
	w.a, w.b, w.inCollection = document(strings.Join(s, "")), document(revised(s)), true
	w.weigh()
	min := func(faint bool) int {
		c := cluster{box: box{0, w.a.units(), 0, w.b.units()}, faint: faint}
		c.a, c.b = span{0, uint32(len(w.a.Words))}, span{0, uint32(len(w.b.Words))}
		for n := range 100 {
			if w.shared.Rare = make([]Hit, n); w.evident(&c) {
				return n
			}
		}
		return 100
	}
	shared := float64(countCommon(&w.marker, w.a.Words, w.b.Words, 3))
	for faint, share := range map[bool]float64{false: evidenceShare, true: faintEvidence} {
		if got, want := min(faint), int(share*shared+.999); got != want || want < 2 {
			t.Errorf("faint is %v: %d rare runs of %v are enough, want %d", faint, got, shared, want)
		}
	}
}

// countCommon returns the number of distinct n-grams that a and b have in common.
func countCommon(m *commonrun.Marker, a, b []uint32, n int) int {
	common := 0
	m.EachGram(a, b, n, func(int) { common++ })
	return common
}

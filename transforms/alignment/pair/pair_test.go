package pair_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

func TestWeigh(t *testing.T) {
	a := aligntest.Sentences("one two. one three.")
	b := aligntest.Sentences("one two two. four.")
	var p pair.Pair
	p.Begin(a, b, pair.Shared{})
	p.Weigh()
	weighAll(&p)
	weight := func(df float64) uint32 { // of N = 4 units
		l := math.Log(1 + 4/df)
		return uint32(math.Round(pair.WeightOne * l * l))
	}
	if got, want := p.Weights.Units, uint32(4); got != want {
		t.Errorf("units = %d, want %d", got, want)
	}
	words := aligntest.Sentences("one. two. three. four.").Words
	for _, tc := range []struct {
		name     string
		d, other *indexed.Document
		weights  []uint32
		word     uint32
		df       float64
		common   bool
		links    []uint32
	}{
		{"one in a", a, b, p.OfA, words[0], 3, true, p.InB},
		{"two in a", a, b, p.OfA, words[1], 2, true, p.InB},
		{"three in a", a, b, p.OfA, words[2], 1, false, p.InB},
		{"one in b", b, a, p.OfB, words[0], 3, true, p.InA},
		{"two in b, twice in a unit", b, a, p.OfB, words[1], 2, true, p.InA},
		{"four in b", b, a, p.OfB, words[3], 1, false, p.InA},
	} {
		k := -1
		for x, v := range tc.d.Vocabulary() {
			if v == tc.word {
				k = x
			}
		}
		if k < 0 {
			t.Fatalf("%s: not in the vocabulary", tc.name)
		}
		if got := tc.weights[k]; got != weight(tc.df) {
			t.Errorf("%s: weight %d, want %d", tc.name, got, weight(tc.df))
		}
		if got := tc.links[k] > 0; got != tc.common {
			t.Errorf("%s: common is %v, want %v", tc.name, got, tc.common)
		}
		if l := tc.links[k]; l > 0 && tc.other.Vocabulary()[l-1] != tc.word {
			t.Errorf("%s: linked to another word", tc.name)
		}
	}
}

// The cached weights of one pair are not those of the next.
func TestWeighAgain(t *testing.T) {
	small, large := aligntest.Sentences("one two."), aligntest.Sentences("one two. three. four. five.")
	var p pair.Pair
	for _, b := range []*indexed.Document{small, large, small} {
		var fresh pair.Pair
		for _, q := range []*pair.Pair{&p, &fresh} {
			q.Begin(small, b, pair.Shared{})
			q.Weigh()
			weighAll(q)
		}
		for k := range p.OfA {
			if p.OfA[k] != fresh.OfA[k] {
				t.Errorf("%d units: weight %d, want %d", b.UnitCount(), p.OfA[k], fresh.OfA[k])
			}
		}
	}
}

// Words that are weighed unit by unit have the weights that all have.
func FuzzWeighBox(f *testing.F) {
	f.Add([]byte("abcd\xe1efgh\xe2ijkl"), []byte("ijkl\xe1abed\xe2"), uint8(0), uint8(1))
	f.Fuzz(func(t *testing.T, da, db []byte, from, to uint8) {
		a, b := aligntest.FromBytes(da), aligntest.FromBytes(db)
		if a.UnitCount() == 0 || b.UnitCount() == 0 {
			return
		}
		var p, all pair.Pair
		for _, q := range []*pair.Pair{&p, &all} {
			q.Begin(a, b, pair.Shared{})
			q.Weigh()
		}
		weighAll(&all)
		c := aligntest.Box(uint32(from)%a.UnitCount(), a.UnitCount(), 0, 1+uint32(to)%b.UnitCount())
		p.WeighBox(c)
		p.WeighBox(c) // again
		for _, side := range []struct {
			name            string
			words           []uint32
			got, want       []uint32
			link, linkInAll []uint32
			back            []uint32
		}{
			{"a", a.WordsOf(c.I0, c.I1), p.OfA, all.OfA, p.InB, all.InB, p.InA},
			{"b", b.WordsOf(c.J0, c.J1), p.OfB, all.OfB, p.InA, all.InA, p.InB},
		} {
			for _, k := range side.words {
				if side.got[k] != side.want[k] || side.link[k] != side.linkInAll[k] ||
					side.link[k] > 0 && side.back[side.link[k]-1] != k+1 {
					t.Errorf("word %d of %s: weight %d, link %d, want %d, %d", k, side.name, side.got[k], side.link[k],
						side.want[k], side.linkInAll[k])
				}
			}
		}
	})
}

// weighAll weighs all words of the pair.
func weighAll(p *pair.Pair) {
	p.Match()
	p.WeighBox(aligntest.Box(0, p.A.UnitCount(), 0, p.B.UnitCount()))
}

// The words of a range are looked at until it is clear whether most of them touch the one before.
func TestSpacelessOfRandomWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	seen := map[bool]int{}
	for range 500 {
		var p pair.Pair
		p.Begin(aligntest.RandomPlaces(rng, 1+rng.IntN(30)), aligntest.RandomPlaces(rng, 1+rng.IntN(30)), pair.Shared{})
		if rng.IntN(2) == 0 { // most words touch
			for _, d := range []*indexed.Document{p.A, p.B} {
				for x := 1; x < len(d.From); x++ {
					if rng.IntN(3) > 0 {
						d.From[x] = d.To[x-1]
					}
				}
			}
		}
		i, j := rng.Uint32N(p.A.UnitCount()), rng.Uint32N(p.B.UnitCount())
		o := aligntest.Box(i, i+1+rng.Uint32N(p.A.UnitCount()-i), j, j+1+rng.Uint32N(p.B.UnitCount()-j))
		tight, all := 0, 0
		count := func(d *indexed.Document, lo, hi uint32) {
			for x := lo; x < hi; x++ {
				if all++; x > lo && d.From[x] == d.To[x-1] {
					tight++
				}
			}
		}
		count(p.A, p.A.Units[o.I0], p.A.Units[o.I1])
		count(p.B, p.B.Units[o.J0], p.B.Units[o.J1])
		want := 2*tight > all
		if got := p.Spaceless(o); got != want {
			t.Fatalf("%d of %d words touch: spaceless is %v", tight, all, got)
		}
		seen[want]++
	}
	if seen[true] < 20 || seen[false] < 20 {
		t.Errorf("too little to compare: %v", seen)
	}
}

func TestCountsOfEvidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 300 {
		var hits []pair.Hit
		for range rng.IntN(40) {
			hits = append(hits, aligntest.Hit(rng.Uint32N(8), rng.Uint32N(8)))
		}
		pair.SortHits(hits)
		a, b := aligntest.Span(rng.Uint32N(8), 1+rng.Uint32N(9)), aligntest.Span(rng.Uint32N(8), 1+rng.Uint32N(9))
		want := 0
		for _, h := range hits {
			if a.Lo <= h.A && h.A < a.Hi && b.Lo <= h.B && h.B < b.Hi {
				want++
			}
		}
		if got := pair.CountHits(hits, a, b); got != want {
			t.Fatalf("CountHits(%v, %v, %v) = %d, want %d", hits, a, b, got, want)
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
		if got := runs(x, y); got != len(common) {
			t.Fatalf("SharedRuns(%v, %v) = %d, want %d", x, y, got, len(common))
		}
	}
}

// runs are those that documents of two rows of words share.
func runs(x, y []uint32) int {
	var p pair.Pair
	p.Begin(&indexed.Document{Words: x}, &indexed.Document{Words: y}, pair.Shared{})
	return p.SharedRuns(aligntest.Span(0, uint32(len(x))), aligntest.Span(0, uint32(len(y))))
}

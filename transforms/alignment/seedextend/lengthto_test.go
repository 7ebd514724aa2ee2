package seedextend

import (
	"math/rand/v2"
	"testing"
)

// randomPlaces returns an indexed document of n words; some touch the word before.
func randomPlaces(rng *rand.Rand, n int) *Document {
	d := &Document{Units: []uint32{0}}
	at := uint32(0)
	for x := range n {
		at += rng.Uint32N(3)
		d.Words, d.From = append(d.Words, rng.Uint32()), append(d.From, at)
		at += 1 + rng.Uint32N(30)
		d.To = append(d.To, at)
		if x+1 == n || rng.IntN(9) == 0 || x+1-int(d.Units[len(d.Units)-1]) == 9 {
			d.Units = append(d.Units, uint32(x)+1)
		}
	}
	d.Index(nil)
	return d
}

// A length is counted only as far as it decides.
func TestLengthTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		d := randomPlaces(rng, 1+rng.IntN(40))
		lo := rng.Uint32N(uint32(len(d.Words)))
		s := span{lo, lo + 1 + rng.Uint32N(uint32(len(d.Words))-lo)}
		enough, needed := float64(rng.IntN(300)), float64(rng.IntN(20))
		all := 0.0
		for x := s.lo; x < s.hi; x++ {
			all += float64(d.To[x] - d.From[x])
			if x > s.lo && d.From[x] > d.To[x-1] {
				all++
			}
		}
		all = max(all, needed*float64(s.hi-s.lo))
		if got := d.length(s, needed); got != all {
			t.Fatalf("length is %v, want %v", got, all)
		}
		if got := d.lengthTo(s, needed, enough); min(got, enough) != min(all, enough) || got > all {
			t.Fatalf("length to %v is %v of %v", enough, got, all)
		}
	}
}

// The words of a range are looked at until it is clear whether most of them touch the one before.
func TestSpacelessOfRandomWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	seen := map[bool]int{}
	for range 500 {
		w := NewWorker(Params{})
		w.a, w.b = randomPlaces(rng, 1+rng.IntN(30)), randomPlaces(rng, 1+rng.IntN(30))
		if rng.IntN(2) == 0 { // most words touch
			for _, d := range []*Document{w.a, w.b} {
				for x := 1; x < len(d.From); x++ {
					if rng.IntN(3) > 0 {
						d.From[x] = d.To[x-1]
					}
				}
			}
		}
		i, j := rng.Uint32N(w.a.units()), rng.Uint32N(w.b.units())
		c := cluster{box: box{i, i + 1 + rng.Uint32N(w.a.units()-i), j, j + 1 + rng.Uint32N(w.b.units()-j)}}
		tight, all := 0, 0
		count := func(d *Document, lo, hi uint32) {
			for x := lo; x < hi; x++ {
				if all++; x > lo && d.From[x] == d.To[x-1] {
					tight++
				}
			}
		}
		count(w.a, w.a.Units[c.i0], w.a.Units[c.i1])
		count(w.b, w.b.Units[c.j0], w.b.Units[c.j1])
		want := 2*tight > all
		if got := w.spaceless(c.box); got != want {
			t.Fatalf("%d of %d words touch: spaceless is %v", tight, all, got)
		}
		seen[want]++
	}
	if seen[true] < 20 || seen[false] < 20 {
		t.Errorf("too little to compare: %v", seen)
	}
}

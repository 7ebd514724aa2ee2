package seedextend

import (
	"math/rand/v2"
	"testing"
)

// A set is used for units of any size, one after the other, and is as a map.
func TestWordSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	var s wordSet
	for round := range 3000 {
		if round == 1500 {
			s.unit = 1<<64 - 2<<32 // the last numbers
		}
		n := rng.IntN(1 << rng.UintN(9))
		s.begin(n)
		words := map[uint32]bool{}
		for range n {
			word := rng.Uint32N(40) << (30 * rng.UintN(2)) // the lowest ones, and others of one hash
			if got := s.add(word); got != int(isTrue(!words[word])) {
				t.Fatalf("round %d: add(%d) = %d, it was there: %v", round, word, got, words[word])
			}
			words[word] = true
		}
		for range 20 {
			word := rng.Uint32N(60) << (30 * rng.UintN(2))
			if got := s.has(word); got != int(isTrue(words[word])) {
				t.Fatalf("round %d: has(%d) = %d, it is there: %v", round, word, got, words[word])
			}
		}
	}
}

// Touch counts as slices and maps do, with an index and without.
func TestTouchCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 200 {
		document := func() *Document {
			d := &Document{Units: []uint32{0}}
			for range 6 {
				for range 1 + rng.IntN(30) {
					d.Words = append(d.Words, hash(rng.IntN(40)))
				}
				d.Units = append(d.Units, uint32(len(d.Words)))
			}
			for x := range d.Words {
				d.From, d.To = append(d.From, uint32(2*x)), append(d.To, uint32(2*x+1))
			}
			return d
		}
		a, b := document(), document()
		distinct := func(d *Document, u uint32) map[uint32]bool {
			words := map[uint32]bool{}
			for _, w := range d.Words[d.Units[u]:d.Units[u+1]] {
				words[w] = true
			}
			return words
		}
		p := Default()
		p.TouchWords, p.RunChars = 20, 0
		want, sum := false, 0
		var hits []Hit
		for range 4 {
			hits = append(hits, Hit{rng.Uint32N(6), rng.Uint32N(6)})
		}
		SortHits(hits)
		for x, h := range hits {
			if x > 0 && hits[x-1] == h {
				continue
			}
			s, u := distinct(a, h.A), distinct(b, h.B)
			common := 0
			for w := range s {
				if u[w] {
					common++
				}
			}
			if 2*float64(common) >= p.TouchDice*float64(len(s)+len(u)) {
				sum += common
			}
			want = sum >= p.TouchWords
		}
		for _, indexed := range []bool{false, true} {
			if indexed {
				a.Index(nil)
				b.Index(nil)
			}
			if got := NewWorker(p).Touch(a, b, hits); got != want {
				t.Fatalf("indexed %v: Touch is %v, with %d common words", indexed, got, sum)
			}
		}
	}
}

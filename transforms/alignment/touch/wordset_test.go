package touch

import (
	"math/rand/v2"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
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
			if got := s.add(word); got != int(scratch.Bit(!words[word])) {
				t.Fatalf("round %d: add(%d) = %d, it was there: %v", round, word, got, words[word])
			}
			words[word] = true
		}
		for range 20 {
			word := rng.Uint32N(60) << (30 * rng.UintN(2))
			if got := s.has(word); got != int(scratch.Bit(words[word])) {
				t.Fatalf("round %d: has(%d) = %d, it is there: %v", round, word, got, words[word])
			}
		}
	}
}

// Touch counts as slices and maps do, with an index and without.
func TestTouchCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	touched := map[bool]int{} // by whether words are pairs of characters
	for round := range 400 {
		pairs := round%2 == 0
		document := func() *indexed.Document {
			d := &indexed.Document{Units: []uint32{0}}
			for range 6 {
				for range 1 + rng.IntN(30) {
					d.Words = append(d.Words, aligntest.Hash(rng.IntN(40)))
				}
				d.Units = append(d.Units, uint32(len(d.Words)))
			}
			for x := range d.Words {
				d.From, d.To = append(d.From, uint32(2*x)), append(d.To, uint32(2*x+1))
				if pairs {
					d.Tokens = append(d.Tokens, ^d.Words[x])
				}
			}
			return d
		}
		a, b := document(), document()
		distinct := func(d *indexed.Document, u uint32) map[uint32]bool {
			words := map[uint32]bool{}
			for _, w := range d.Words[d.Units[u]:d.Units[u+1]] {
				words[w] = true
			}
			return words
		}
		p := Measured()
		p.Words, p.SpacelessWords, p.Near, p.Chars = 13, 11, 2, 0
		var hits []pair.Hit
		counted := map[pair.Hit]int{}
		for range 2 + rng.IntN(6) {
			hits = append(hits, aligntest.Hit(rng.Uint32N(6), rng.Uint32N(6)))
		}
		pair.SortHits(hits)
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
			if 2*float64(common) >= p.Dice*float64(len(s)+len(u)) {
				counted[h] = common
			}
		}
		need, want := p.Words, false
		if pairs {
			need = p.SpacelessWords
		}
		for h := range counted {
			near := 0
			for k, n := range counted {
				if max(h.A, k.A)-min(h.A, k.A) <= p.Near && max(h.B, k.B)-min(h.B, k.B) <= p.Near {
					near += n
				}
			}
			want = want || near >= need
		}
		touched[pairs] += int(scratch.Bit(want))
		for _, indexed := range []bool{false, true} {
			if indexed {
				a.Index(nil)
				b.Index(nil)
			}
			var exchanged []pair.Hit
			for _, h := range hits {
				exchanged = append(exchanged, aligntest.Hit(h.B, h.A))
			}
			pair.SortHits(exchanged)
			if checker(p).Touch(b, a, exchanged) != want {
				t.Fatalf("indexed %v: b and a do not touch as a and b do", indexed)
			}
			if got := checker(p).Touch(a, b, hits); got != want {
				t.Fatalf("indexed %v, pairs of characters %v: Touch is %v, with common words %v", indexed, pairs, got, counted)
			}
		}
	}
	for pairs, n := range touched {
		if n < 20 || n > 180 {
			t.Errorf("pairs of characters %v: %d of 200 documents touch", pairs, n)
		}
	}
}

package seedextend

import (
	"math/rand/v2"
	"testing"
)

// Of many short units, most cells end at the bound of their cosine, and the seeds are those of comparing all words.
func TestLeaveFar(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	far := 0
	for range 60 {
		document := func() *Document {
			b := make([]byte, 300)
			for x := range b {
				if b[x] = byte('a' + random.IntN(2+random.IntN(24))); x%6 == 5 {
					b[x] = 0xe1 // ends a unit
				}
			}
			return fromBytes(b)
		}
		a, b := document(), document()
		p := measured(Params{})
		p.RareShare = .1 + .6*random.Float64()
		w := newWorker(p)
		diffCells(t, seedsOf(w, a, b, nil), bruteSeeds(p, a, b, nil))
		for _, o := range w.seeds.columnBounds {
			if o.norm > 0 {
				far++
			}
		}
	}
	if far < 1000 {
		t.Errorf("%d units have a bound; the test shows nothing", far)
	}
}

package seedextend

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// plainOpened returns the cells that walk opens, in its order, and the bound of readOpeners, in their obvious form.
func plainOpened(w *Worker, limit uint32) (opened [][]uint32, most uint64) {
	opened = make([][]uint32, w.a.units())
	for _, k := range w.weights.common {
		other := w.weights.inB[k] - 1
		inA, inB := w.a.frequency(k), w.b.frequency(other)
		if inA+inB > w.rareLimit() {
			continue
		}
		most += uint64(inA) * uint64(inB)
		if inA+inB > limit {
			continue
		}
		for _, i := range w.a.postsOf(k) {
			for _, j := range w.b.postsOf(other) {
				if w.seeds.partners.rows[i].most > 0 && w.seeds.partners.fit(i, j) && !slices.Contains(opened[i], j) {
					opened[i] = append(opened[i], j)
				}
			}
		}
	}
	return opened, most
}

// The words of each row open the same cells as in the obvious form.
func TestWalk(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	document := func() *Document {
		b := make([]byte, 20+random.IntN(280))
		for x := range b {
			b[x] = byte(random.IntN(1 + random.IntN(256)))
		}
		return fromBytes(b)
	}
	p := Default()
	p.Near, p.RareShare = 2, .4
	w := NewWorker(p) // one for all: what it keeps must not change a result
	s, cells := &w.seeds, 0
	for round := range 2000 {
		a, b := document(), document()
		var hits []Hit
		for range random.IntN(6) {
			hits = append(hits, Hit{random.Uint32N(a.units()), random.Uint32N(b.units())})
		}
		SortHits(hits)
		w.a, w.b, w.self = a, b, false
		w.weigh()
		w.participants(hits)
		w.readCommon()
		w.findPartners()
		for j := range s.partners.cols {
			if random.IntN(3) == 0 {
				s.partners.cols[j].most = 0
			}
		}
		w.readOpeners()
		limit := w.rareLimit() - random.Uint32N(min(3, w.rareLimit()))
		opened, most := plainOpened(w, limit)
		if s.most != most {
			t.Fatalf("round %d: %d cells at most, want %d", round, s.most, most)
		}
		w.post(limit)
		s.isOpen = zeroed(s.isOpen, int(b.units()))
		s.around.begin(nil, 0, int(b.units()), true)
		for i, want := range opened {
			s.opened = s.opened[:0]
			if s.partners.rows[i].most > 0 {
				w.walk(uint32(i))
			}
			if !slices.Equal(s.opened, want) {
				t.Fatalf("round %d: row %d opens %d, want %d", round, i, s.opened, want)
			}
			for _, j := range s.opened {
				s.isOpen[j] = false
			}
			cells += len(want)
		}
	}
	if cells < 10000 {
		t.Errorf("%d cells are opened; the test shows nothing", cells)
	}
}

package seed

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
)

// plainOpened returns the cells that walk opens, in its order, with the weight of the words that open each, and the
// bound of readOpeners, in their obvious form.
func plainOpened(f *Finder, limit uint32) (opened [][]uint32, common map[[2]uint32]uint64, max uint64) {
	opened, common = make([][]uint32, f.A.UnitCount()), map[[2]uint32]uint64{}
	for _, k := range f.Common {
		other := f.InB[k] - 1
		inA, inB := f.A.Frequency(k), f.B.Frequency(other)
		if inA+inB > f.rareLimit() {
			continue
		}
		max += uint64(inA) * uint64(inB)
		if inA+inB > limit {
			continue
		}
		for _, i := range f.A.PostsOf(k) {
			for _, j := range f.B.PostsOf(other) {
				if f.seeds.partners.rows[i].max == 0 || f.seeds.around.columns[j] == 0 {
					continue
				}
				if !slices.Contains(opened[i], j) {
					opened[i] = append(opened[i], j)
				}
				common[[2]uint32{i, j}] += uint64(f.Weight(inA + inB))
			}
		}
	}
	return opened, common, max
}

// The words of each row open the same cells as in the obvious form, and have the same weight.
func TestWalk(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	document := func() *indexed.Document {
		b := make([]byte, 20+random.IntN(280))
		for x := range b {
			b[x] = byte(random.IntN(1 + random.IntN(256)))
		}
		return aligntest.FromBytes(b)
	}
	p := Measured()
	p.Near, p.RareShare = 2, .4
	f := finder(p) // one for all: what it keeps must not change a result
	s, cells := &f.seeds, 0
	for round := range 2000 {
		a, b := document(), document()
		var hits []pair.Hit
		for range random.IntN(6) {
			hits = append(hits, aligntest.Hit(random.Uint32N(a.UnitCount()), random.Uint32N(b.UnitCount())))
		}
		pair.SortHits(hits)
		f.Begin(a, b, pair.Shared{})
		f.Weigh()
		f.participants(hits)
		f.readCommon()
		f.findPartners()
		f.readOpeners()
		limit := f.rareLimit() - random.Uint32N(min(3, f.rareLimit()))
		s.around.begin(nil, 0, int(b.UnitCount()), true)
		for j := range s.around.columns {
			if random.IntN(3) == 0 {
				s.around.columns[j] = 0
			}
		}
		opened, common, max := plainOpened(f, limit)
		if s.max != max {
			t.Fatalf("round %d: %d cells at most, want %d", round, s.max, max)
		}
		f.post(limit)
		s.begin(int(a.UnitCount()), int(b.UnitCount()))
		for i, want := range opened {
			s.opened = s.opened[:0]
			if s.partners.rows[i].max > 0 {
				f.walk(uint32(i))
			}
			if !slices.Equal(s.opened, want) {
				t.Fatalf("round %d: row %d opens %d, want %d", round, i, s.opened, want)
			}
			for _, j := range s.opened {
				if got, want := s.common[j], common[[2]uint32{uint32(i), j}]; got != want {
					t.Fatalf("round %d: cell (%d, %d) has words of weight %d in common, want %d", round, i,
						j, got, want)
				}
				s.common[j] = 0
			}
			cells += len(want)
		}
	}
	if cells < 10000 {
		t.Errorf("%d cells are opened; the test shows nothing", cells)
	}
}

// openNear opens the cells that each hit by itself does, in the same order, where hits are equal or overlap, too.
func FuzzOpenNear(f *testing.F) {
	f.Add([]byte{3, 5, 3, 5, 3, 6, 3, 20, 4, 6, 9, 0}, uint32(2))
	f.Add([]byte{0, 39, 1, 0, 1, 39}, uint32(1<<32-1))
	f.Fuzz(func(t *testing.T, data []byte, reach uint32) {
		const units = 40
		var hits []pair.Hit
		for ; len(data) >= 2; data = data[2:] {
			hits = append(hits, aligntest.Hit(uint32(data[0]), uint32(data[1])%units))
		}
		pair.SortHits(hits)
		f := finder(Measured())
		f.B = &indexed.Document{Units: make([]uint32, units+1)}
		s := &f.seeds
		s.around.begin(nil, 0, units, true)
		s.around.columns[7] = 0 // no hit is near it
		for i := range uint32(units) {
			s.begin(0, units)
			for _, h := range hits {
				for j := range uint32(units) {
					if apart(h.A, i) <= reach && apart(h.B, j) <= reach {
						f.open(j)
					}
				}
			}
			want := slices.Clone(s.opened)
			s.begin(0, units)
			first := slices.IndexFunc(hits, func(h pair.Hit) bool { return uint64(h.A)+uint64(reach) >= uint64(i) })
			if first >= 0 {
				f.openNear(hits[first:], i, reach)
			}
			if !slices.Equal(s.opened, want) {
				t.Errorf("row %d opens %d, want %d", i, s.opened, want)
			}
		}
	})
}

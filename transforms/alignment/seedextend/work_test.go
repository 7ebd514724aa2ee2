package seedextend

import (
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// total is the work of the last pair.
func (w *Worker) total() int {
	return w.seeds.Posts + w.seeds.Scored + w.clusters.Sorted + w.pair.Summed + w.clusters.Compared +
		w.rescuer.Stepped + w.clusters.Taken.Comparisons + w.boxes.Comparisons
}

// The work of each of these pairs grows no faster than its length: 4 times the units are
// less than 6 times the work.
func TestWorkIsNearLinear(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pair  func(n int) (a, b *Document, hits []Hit)
		units int
	}{
		{"the same prose", func(n int) (*Document, *Document, []Hit) {
			text := aligntest.Text(1, n)
			return aligntest.Document(text), aligntest.Document(text + "One sentence more."), nil
		}, 1000},
		{"prose with itself", func(n int) (*Document, *Document, []Hit) {
			d := aligntest.Document(aligntest.Text(1, n/2) + aligntest.Text(1, n/2))
			return d, d, nil
		}, 1000},
		{"a word in every unit", func(n int) (*Document, *Document, []Hit) {
			return everyUnit(n), everyUnit(n + 1), nil
		}, 1000},
		{"equal units", func(n int) (*Document, *Document, []Hit) {
			d := repeated(n, 1)
			return d, repeated(n+1, 1), grid(n, 4)
		}, 1000},
		{"a cycle of forty units", func(n int) (*Document, *Document, []Hit) {
			return repeated(n, 40), repeated(n+1, 40), nil
		}, 1000},
		{"words shared by a square of units", func(n int) (*Document, *Document, []Hit) {
			return repeated(n, n/30), repeated(n+1, n/30), nil
		}, 1500},
		{"one document with itself, a cycle", func(n int) (*Document, *Document, []Hit) {
			d := repeated(n, n/30)
			return d, d, nil
		}, 1500},
	} {
		t.Run(tc.name, func(t *testing.T) {
			work := func(n int) int {
				w := NewWorker(Params{})
				a, b, hits := tc.pair(n)
				w.Align(nil, a, b, hits)
				return w.total()
			}
			small, large := work(tc.units), work(4*tc.units)
			t.Logf("%d and %d", small, large)
			if large > 6*small+100*tc.units {
				t.Errorf("%d units: work %d; four times as many: %d", tc.units, small, large)
			}
		})
	}
}

// everyUnit has n units of five words of their own and one that is in all.
func everyUnit(n int) *Document {
	units := make([][]uint32, n)
	for x := range units {
		units[x] = []uint32{aligntest.Hash(0)}
		for k := range 5 {
			units[x] = append(units[x], aligntest.Hash(1+5*x+k))
		}
	}
	return aligntest.Units(units)
}

// repeated has n units of six words, the same ones again after each cycle.
func repeated(n, cycle int) *Document {
	units := make([][]uint32, n)
	for x := range units {
		for k := range 6 {
			units[x] = append(units[x], aligntest.Hash(6*(x%cycle)+k))
		}
	}
	return aligntest.Units(units)
}

// grid has k hits in each of n units.
func grid(n, k int) (hits []Hit) {
	for x := range n {
		for y := range k {
			hits = append(hits, aligntest.Hit(uint32(x), uint32(x+7*y)%uint32(n)))
		}
	}
	SortHits(hits)
	return hits
}

// The budget holds the cells down where rare words alone would open a square.
func TestWorkWithinBudget(t *testing.T) {
	const n = 6000 // each word in 2 * n/40 = 300 units, within 3 % of 2n = 360
	p := measured(Params{})
	p.seed.OpenBudget = 16
	w := newWorker(p)
	w.Align(nil, repeated(n, 40), repeated(n+1, 40), nil)
	if limit := 16 * 2 * n; w.seeds.Posts > limit {
		t.Errorf("%d postings walked, at most %d allowed", w.seeds.Posts, limit)
	}
	free := measured(Params{})
	free.seed.OpenBudget = 1 << 20
	w = newWorker(free)
	w.Align(nil, repeated(n, 40), repeated(n+1, 40), nil)
	if w.seeds.Posts < 100*n {
		t.Errorf("%d postings walked without the budget; the test shows nothing", w.seeds.Posts)
	}
}

// 10,000 seeds in a square: 100 sentences of the same words, each in another order.
func TestSeedsInASquare(t *testing.T) {
	p := measured(Params{})
	p.seed.RareShare, p.seed.OpenBudget = 1, 1<<20
	square := func(last int) *Document {
		units := make([][]uint32, 100)
		for x := range units {
			for k := range 12 {
				units[x] = append(units[x], aligntest.Hash((x%12+1)*(k+1)%13))
			}
		}
		units = append(units, []uint32{aligntest.Hash(last)}) // not to be one document
		return aligntest.Units(units)
	}
	w := newWorker(p)
	a, b := square(100), square(101)
	ps := w.Align(nil, a, b, nil)
	if n := len(w.seeds.Cells); n != 10_000 {
		t.Fatalf("%d seeds, want 10,000", n)
	}
	if len(ps) != 1 {
		t.Errorf("%d passages, want the whole square as one", len(ps))
	}
	if limit := 100 * 10_000; w.total() > limit {
		t.Errorf("work %d, at most %d allowed", w.total(), limit)
	}
}

// A passage that stands a hundred times is found a hundred times, without comparing all
// of them with each other.
func TestPassageStandsOften(t *testing.T) {
	p, q := aligntest.Prose(1, 6), aligntest.Prose(2, 1000)
	var s strings.Builder
	const n = 100
	for x := range n {
		s.WriteString(aligntest.Join(q[10*x:10*x+10]) + aligntest.Join(p))
	}
	a, b := aligntest.Document(aligntest.Join(p)), aligntest.Document(s.String())
	params := measured(Params{})
	params.seed.RareFloor = n + 1
	w := newWorker(params)
	ps := w.Align(nil, a, b, nil)
	if len(ps) != n {
		t.Errorf("%d passages, want %d", len(ps), n)
	}
	if limit := 10 * n; w.clusters.Taken.Comparisons > limit {
		t.Errorf("%d comparisons of boxes, at most %d allowed", w.clusters.Taken.Comparisons, limit)
	}
	for x := 1; x < len(ps); x++ {
		if ps[x].B0 < ps[x-1].B1 {
			t.Errorf("passages %+v and %+v overlap", ps[x-1], ps[x])
		}
	}
}

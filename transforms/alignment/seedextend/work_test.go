package seedextend

import (
	"slices"
	"strings"
	"testing"
)

// total is the work of the last pair.
func (w *Worker) total() int {
	k := w.work
	return k.posts + k.scored + k.sorted + k.summed + k.compared + k.stepped + w.taken.comparisons
}

// unitsOf builds a document from units given as lists of words.
func unitsOf(units [][]uint32) *Document {
	d := &Document{Units: []uint32{0}}
	for _, u := range units {
		d.Words = append(d.Words, u...)
		d.Units = append(d.Units, uint32(len(d.Words)))
	}
	for x := range d.Words {
		d.From, d.To = append(d.From, uint32(6*x)), append(d.To, uint32(6*x+5))
	}
	d.Index(nil)
	return d
}

// hash is a word for tests: well mixed, as word hashes are.
func hash(x int) uint32 { return uint32((uint64(x) + 1) * 0x9e3779b97f4a7c15 >> 32) }

// The work of each of these pairs grows no faster than its length: 4 times the units are
// less than 6 times the work.
func TestWorkIsNearLinear(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pair  func(n int) (a, b *Document, hits []Hit)
		units int
	}{
		{"the same prose", func(n int) (*Document, *Document, []Hit) {
			text := join(prose(1, n))
			return document(text), document(text + "One sentence more."), nil
		}, 1000},
		{"prose with itself", func(n int) (*Document, *Document, []Hit) {
			d := document(join(prose(1, n/2)) + join(prose(1, n/2)))
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
		units[x] = []uint32{hash(0)}
		for k := range 5 {
			units[x] = append(units[x], hash(1+5*x+k))
		}
	}
	return unitsOf(units)
}

// repeated has n units of six words, the same ones again after each cycle.
func repeated(n, cycle int) *Document {
	units := make([][]uint32, n)
	for x := range units {
		for k := range 6 {
			units[x] = append(units[x], hash(6*(x%cycle)+k))
		}
	}
	return unitsOf(units)
}

// grid has k hits in each of n units.
func grid(n, k int) (hits []Hit) {
	for x := range n {
		for y := range k {
			hits = append(hits, Hit{uint32(x), uint32(x+7*y) % uint32(n)})
		}
	}
	SortHits(hits)
	return hits
}

// The budget holds the cells down where rare words alone would open a square.
func TestWorkWithinBudget(t *testing.T) {
	const n = 6000 // each word in 2 * n/40 = 300 units, within 3 % of 2n = 360
	p := measured(Params{})
	p.OpenBudget = 16
	w := newWorker(p)
	w.Align(nil, repeated(n, 40), repeated(n+1, 40), nil)
	if limit := 16 * 2 * n; w.work.posts > limit {
		t.Errorf("%d postings walked, at most %d allowed", w.work.posts, limit)
	}
	free := measured(Params{})
	free.OpenBudget = 1 << 20
	w = newWorker(free)
	w.Align(nil, repeated(n, 40), repeated(n+1, 40), nil)
	if w.work.posts < 100*n {
		t.Errorf("%d postings walked without the budget; the test shows nothing", w.work.posts)
	}
}

// 10,000 seeds in a square: 100 sentences of the same words, each in another order.
func TestSeedsInASquare(t *testing.T) {
	p := measured(Params{})
	p.RareShare, p.OpenBudget = 1, 1<<20
	square := func(last int) *Document {
		units := make([][]uint32, 100)
		for x := range units {
			for k := range 12 {
				units[x] = append(units[x], hash((x%12+1)*(k+1)%13))
			}
		}
		units = append(units, []uint32{hash(last)}) // not to be one document
		return unitsOf(units)
	}
	w := newWorker(p)
	a, b := square(100), square(101)
	ps := w.Align(nil, a, b, nil)
	if n := len(w.seeds.cells); n != 10_000 {
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
	p, q := prose(1, 6), prose(2, 1000)
	var s strings.Builder
	const n = 100
	for x := range n {
		s.WriteString(join(q[10*x:10*x+10]) + join(p))
	}
	a, b := document(join(p)), document(s.String())
	params := measured(Params{})
	params.RareFloor = n + 1
	w := newWorker(params)
	ps := w.Align(nil, a, b, nil)
	if len(ps) != n {
		t.Errorf("%d passages, want %d", len(ps), n)
	}
	if limit := 10 * n; w.taken.comparisons > limit {
		t.Errorf("%d comparisons of boxes, at most %d allowed", w.taken.comparisons, limit)
	}
	for x := 1; x < len(ps); x++ {
		if ps[x].B0 < ps[x-1].B1 {
			t.Errorf("passages %+v and %+v overlap", ps[x-1], ps[x])
		}
	}
}

// Many parts of one cluster on as many diagonals: only maxParts are compared.
func TestTwiceComparesFewParts(t *testing.T) {
	var cells []cell
	for x := range uint32(2000) { // pairs of cells, three diagonals apart, all in a row
		cells = append(cells, at(2*x, 5*x, 2*x+1, 5*x+1)...)
	}
	for x := range uint32(4) { // and one longer part
		cells = append(cells, at(4000+x, 10_000+x)...)
	}
	w := NewWorker(Params{})
	slices.SortFunc(cells, byDiagonal)
	if w.standsTwice(cells) {
		t.Error("nothing stands twice here")
	}
	if w.work.compared > 128*128 {
		t.Errorf("%d parts compared", w.work.compared)
	}
	if got := len(w.diagonals); got != 2001 {
		t.Errorf("%d diagonals, want 2001", got)
	}
}

package seedextend

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// sortCells sorts as a comparison does, few cells and many, near each other and far apart.
func TestSortCells(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	w := NewWorker(Params{})
	for _, n := range []int{0, 1, fewCells, fewCells + 1, 1000} {
		for _, units := range []uint32{40, 300, 1 << 30} {
			for _, columns := range []bool{false, true} {
				seen := map[[2]uint32]bool{}
				var cells []cell
				for len(cells) < n {
					c := cell{i: 5 + random.Uint32N(units), j: 7 + random.Uint32N(units), cosine: random.Float32()}
					if !seen[[2]uint32{c.i, c.j}] {
						seen[[2]uint32{c.i, c.j}] = true
						cells = append(cells, c)
					}
				}
				want := slices.Clone(cells)
				if columns {
					slices.SortFunc(want, byColumn)
				} else {
					slices.SortFunc(want, byRow)
				}
				w.sortCells(cells, columns)
				if !slices.Equal(cells, want) {
					t.Errorf("%d cells of %d units, columns %v: not sorted", n, units, columns)
				}
				w.sortCells(cells, columns) // sorted as they are
				if !slices.Equal(cells, want) {
					t.Errorf("%d cells of %d units, columns %v: not sorted any more", n, units, columns)
				}
			}
		}
	}
}

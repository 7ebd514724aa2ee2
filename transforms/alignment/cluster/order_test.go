package cluster

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/seed"
)

// sortCells sorts as a comparison does, few cells and many, near each other and far apart.
func TestSortCells(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	f := finder(Measured())
	for _, n := range []int{0, 1, fewCells, fewCells + 1, 1000} {
		for _, units := range []uint32{40, 300, 1 << 30} {
			for _, columns := range []bool{false, true} {
				seen := map[[2]uint32]bool{}
				var cells []seed.Cell
				for len(cells) < n {
					c := seed.Cell{I: 5 + random.Uint32N(units), J: 7 + random.Uint32N(units), Cosine: random.Float32()}
					if !seen[[2]uint32{c.I, c.J}] {
						seen[[2]uint32{c.I, c.J}] = true
						cells = append(cells, c)
					}
				}
				want := slices.Clone(cells)
				if columns {
					slices.SortFunc(want, byColumn)
				} else {
					slices.SortFunc(want, byRow)
				}
				f.sortCells(cells, columns)
				if !slices.Equal(cells, want) {
					t.Errorf("%d cells of %d units, columns %v: not sorted", n, units, columns)
				}
				f.sortCells(cells, columns) // sorted as they are
				if !slices.Equal(cells, want) {
					t.Errorf("%d cells of %d units, columns %v: not sorted any more", n, units, columns)
				}
			}
		}
	}
}

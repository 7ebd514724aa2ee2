package cluster

import (
	"slices"

	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
	"example.org/diagonal/transforms/alignment/seed"
)

// fewCells is the number of cells up to which they are inserted one by one.
const fewCells = 16

// order is the scratch of sortCells.
type order struct {
	cells  []seed.Cell
	counts []uint32
}

// sortCells sorts cells by row and then by column, or, if columns is set, by column and then by row. No
// two cells are equal. A cluster is sorted several times and is small or has a cell in nearly every unit of
// its box, so cells are inserted, or dealt to their units, first by one side and then by the other.
func (f *Finder) sortCells(cells []seed.Cell, columns bool) {
	n := len(cells)
	if n <= fewCells {
		insertCells(cells, columns)
		return
	}
	if isOrdered(cells, columns) {
		return
	}
	o := boxOf(cells)
	if int(o.I1-o.I0)+int(o.J1-o.J0) > 8*n {
		compare := byRow
		if columns {
			compare = byColumn
		}
		slices.SortFunc(cells, compare)
		return
	}
	s := &f.order
	s.cells = scratch.Resize(s.cells, n)
	s.deal(s.cells, cells, o, !columns)
	s.deal(cells, s.cells, o, columns)
}

// deal writes the cells of from, all of box o, to to, by row or by column; those of one unit stay in
// their order.
func (s *order) deal(to, from []seed.Cell, o pair.Box, columns bool) {
	lo, hi := o.I0, o.I1
	if columns {
		lo, hi = o.J0, o.J1
	}
	s.counts = scratch.Zeroed(s.counts, int(hi-lo)+1)
	for x := range from {
		s.counts[unitOf(&from[x], columns)-lo+1]++
	}
	for u := range hi - lo {
		s.counts[u+1] += s.counts[u]
	}
	for x := range from {
		at := &s.counts[unitOf(&from[x], columns)-lo]
		to[*at] = from[x]
		*at++
	}
}

// unitOf returns the column of c, or its row.
func unitOf(c *seed.Cell, columns bool) uint32 {
	if columns {
		return c.J
	}
	return c.I
}

// keyOf is what cells are ordered by.
func keyOf(c *seed.Cell, columns bool) uint64 {
	if columns {
		return uint64(c.J)<<32 | uint64(c.I)
	}
	return uint64(c.I)<<32 | uint64(c.J)
}

func isOrdered(cells []seed.Cell, columns bool) bool {
	for x := 1; x < len(cells); x++ {
		if keyOf(&cells[x-1], columns) > keyOf(&cells[x], columns) {
			return false
		}
	}
	return true
}

func insertCells(cells []seed.Cell, columns bool) {
	for x := 1; x < len(cells); x++ {
		c, y := cells[x], x
		for key := keyOf(&c, columns); y > 0 && keyOf(&cells[y-1], columns) > key; y-- {
			cells[y] = cells[y-1]
		}
		cells[y] = c
	}
}

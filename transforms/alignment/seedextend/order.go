package seedextend

import "slices"

// fewCells is the number of cells up to which they are inserted one by one.
const fewCells = 16

// order is the scratch of sortCells.
type order struct {
	cells  []cell
	counts []uint32
}

// sortCells sorts cells by row and then by column, or, if columns is set, by column and then by row. No
// two cells are equal. A cluster is sorted several times and is small or has a cell in nearly every unit of
// its box, so cells are inserted, or dealt to their units, first by one side and then by the other.
func (w *Worker) sortCells(cells []cell, columns bool) {
	n := len(cells)
	if n <= fewCells {
		insertCells(cells, columns)
		return
	}
	if isOrdered(cells, columns) {
		return
	}
	o := boxOf(cells)
	if int(o.i1-o.i0)+int(o.j1-o.j0) > 8*n {
		compare := byRow
		if columns {
			compare = byColumn
		}
		slices.SortFunc(cells, compare)
		return
	}
	s := &w.order
	s.cells = resize(s.cells, n)
	s.deal(s.cells, cells, o, !columns)
	s.deal(cells, s.cells, o, columns)
}

// deal writes the cells of from, all of box o, to to, by row or by column; those of one unit stay in
// their order.
func (s *order) deal(to, from []cell, o box, columns bool) {
	lo, hi := o.i0, o.i1
	if columns {
		lo, hi = o.j0, o.j1
	}
	s.counts = zeroed(s.counts, int(hi-lo)+1)
	for x := range from {
		s.counts[from[x].unit(columns)-lo+1]++
	}
	for u := range hi - lo {
		s.counts[u+1] += s.counts[u]
	}
	for x := range from {
		at := &s.counts[from[x].unit(columns)-lo]
		to[*at] = from[x]
		*at++
	}
}

// unit returns the column of c, or its row.
func (c *cell) unit(columns bool) uint32 {
	if columns {
		return c.j
	}
	return c.i
}

// key is what cells are ordered by.
func (c *cell) key(columns bool) uint64 {
	if columns {
		return uint64(c.j)<<32 | uint64(c.i)
	}
	return uint64(c.i)<<32 | uint64(c.j)
}

func isOrdered(cells []cell, columns bool) bool {
	for x := 1; x < len(cells); x++ {
		if cells[x-1].key(columns) > cells[x].key(columns) {
			return false
		}
	}
	return true
}

func insertCells(cells []cell, columns bool) {
	for x := 1; x < len(cells); x++ {
		c, y := cells[x], x
		for key := c.key(columns); y > 0 && cells[y-1].key(columns) > key; y-- {
			cells[y] = cells[y-1]
		}
		cells[y] = c
	}
}

package seedextend

import (
	"cmp"
	"slices"
)

// maxParts bounds the parts of a cluster that are compared with each other, the
// largest ones. A passage that stands more often than that in one cluster is
// still cut: two of its parts are enough.
const maxParts = 128

// twiceShare is the share of the shorter range that two parts of a cluster must have in common on one side.
const twiceShare = .6

// twiceRatio is how many times more seeded units one side must have than the other for a cluster to be looked at.
const twiceRatio = 1.4

// cutTwice looks at each cluster of w.parts[from:]: does one side of it hold the
// same passage twice, close by? Then it has more seeded units than the other (by
// twiceRatio), and its cells lie on two diagonals. The cells are cut
// wherever j - i jumps by more than 1. The cut is kept if some two of its parts
// share most of their range on one side (twiceShare, and 2 units) and
// nothing on the other; each part is then clustered again with the same gap, so
// that it spans no more units than its cells allow.
//
// Without it: .0010 less, and a mean error of the edges three times as large.
func (w *Worker) cutTwice(from int, gap gaps) {
	for x, end := from, len(w.parts); x < end; x++ {
		c := w.parts[x]
		longer, shorter := max(c.rows, c.cols), min(c.rows, c.cols)
		if float64(longer) < twiceRatio*float64(shorter) {
			continue
		}
		slices.SortFunc(c.cells, byDiagonal)
		if !w.standsTwice(c.cells) {
			continue
		}
		w.parts[x].cells = nil
		for rest := c.cells; len(rest) > 0; {
			n := diagonal(rest)
			w.cluster(rest[:n], gap)
			rest = rest[n:]
		}
	}
}

// diagonal returns the number of cells before the first jump of j - i.
func diagonal(cells []cell) int {
	for x := 1; x < len(cells); x++ {
		if offset(cells[x])-offset(cells[x-1]) > 1 {
			return x
		}
	}
	return len(cells)
}

func offset(c cell) int64 { return int64(c.j) - int64(c.i) }

func byDiagonal(x, y cell) int {
	return cmp.Or(cmp.Compare(offset(x), offset(y)), cmp.Compare(x.i, y.i))
}

// standsTwice reports whether two diagonals of cells are the same passage of one
// side at two places of the other. Cells are sorted by diagonal.
func (w *Worker) standsTwice(cells []cell) bool {
	w.diagonals = w.diagonals[:0]
	for rest := cells; len(rest) > 0; {
		n := diagonal(rest)
		if n >= 2 {
			w.diagonals = append(w.diagonals, part{boxOf(rest[:n]), n})
		}
		rest = rest[n:]
	}
	ps := largest(w.diagonals, maxParts)
	for x := range ps {
		for y := range ps[:x] {
			w.work.compared++
			if w.sameTwice(ps[x].box, ps[y].box) {
				return true
			}
		}
	}
	return false
}

// part is one diagonal of a cluster.
type part struct {
	box
	cells int
}

// largest returns the parts with the most cells: as many whole classes of equal
// size as fit in n, so that no tie has to be broken. It sorts ps.
func largest(ps []part, n int) []part {
	if len(ps) <= n {
		return ps
	}
	slices.SortFunc(ps, func(x, y part) int { return cmp.Compare(y.cells, x.cells) })
	for n > 0 && ps[n-1].cells == ps[n].cells {
		n--
	}
	return ps[:n]
}

func (w *Worker) sameTwice(x, y box) bool {
	a := common(x.i0, x.i1, y.i0, y.i1)
	b := common(x.j0, x.j1, y.j0, y.j1)
	shortA, shortB := min(x.i1-x.i0, y.i1-y.i0), min(x.j1-x.j0, y.j1-y.j0)
	most := func(n, of uint32) bool { return n >= 2 && float64(n) >= twiceShare*float64(of) }
	return most(a, shortA) && b == 0 || most(b, shortB) && a == 0
}

// common returns the length of what [x0, x1) and [y0, y1) have in common.
func common(x0, x1, y0, y1 uint32) uint32 {
	lo, hi := max(x0, y0), min(x1, y1)
	return hi - min(lo, hi)
}

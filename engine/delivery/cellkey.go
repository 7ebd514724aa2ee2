package delivery

import (
	"math"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

// Cell returns the key of the cell of a pair. A document of the input meets those of a
// source in the cell of its own group first; else the order of a and b does not matter.
func Cell(a, b uint64, groups int) uint64 {
	x, y := shuffle.ShardOf(a, groups), shuffle.ShardOf(b, groups)
	if sa, sb := record.SideOf(a), record.SideOf(b); sa > sb || sa == sb && x > y {
		x, y = y, x
	}
	return cellKey(x, y, groups)
}

// Cells returns the keys of all cells in which a document may be compared: with documents of its own
// side, or, if across is set, with those of the other side only.
func Cells(key uint64, groups int, across bool) []uint64 {
	own := shuffle.ShardOf(key, groups)
	cells := make([]uint64, groups)
	for i := range cells {
		x, y := own, i
		if !across && x > y || across && record.SideOf(key) == record.Source {
			x, y = y, x
		}
		cells[i] = cellKey(x, y, groups)
	}
	return cells
}

// cellKey returns the key of the cell of two groups: its number in the upper half. Numbers have no gaps,
// whether there are cells of groups x ≤ y only, which come first, or all.
func cellKey(x, y, groups int) uint64 {
	n := rows(y) + x
	if x > y {
		n = rows(groups) + rows(x-1) + y
	}
	return uint64(n) << 32
}

// rows returns the number of cells in the first n rows of a triangle, whose first row has one cell.
func rows(n int) int { return n * (n + 1) / 2 }

// rowOf returns the row, from 0, that cell n of a triangle is in.
func rowOf(n int) int {
	row := int((math.Sqrt(8*float64(n)+1) - 1) / 2)
	for rows(row) > n { // the root was rounded
		row--
	}
	for rows(row+1) <= n {
		row++
	}
	return row
}

// GroupsOf returns the two groups of a cell. If pairs are of both sides, the first one is that of the
// input.
func GroupsOf(cell uint64, groups int) (x, y int) {
	n := int(cell >> 32)
	if above := n - rows(groups); above >= 0 {
		x = rowOf(above) + 1
		return x, above - rows(x-1)
	}
	y = rowOf(n)
	return n - rows(y), y
}

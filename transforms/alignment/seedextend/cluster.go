package seedextend

import "cmp"

// maxRounds bounds the rounds of splitting. Prose needs two or three, and each
// round sorts what is left; only cells laid out as a staircase, where each one
// bridges a gap for another, need more. What is not split by then is one cluster.
const maxRounds = 64

// cluster is a set of cells and its box: units [i0, i1) of a and [j0, j1) of b.
type cluster struct {
	cells []cell
	box
	rows, cols uint32  // units with a seed, on each side
	step       uint32  // the most units without a seed that it steps over, on either side
	cosine     float64 // of the two ranges
	common     int     // distinct words common to both ranges
	weight     float64 // see weighCluster

	a, b    span // the words of the passage
	summary bool // found by summarise
	faint   bool // short and weak, see accept
	stretch bool // the spans end at a stretch of long common runs
	rescued bool // found by rescue, or made longer
	gone    bool // rescue made it part of another
	quoted  bool // the spans are words that were copied as they are
	trimmed bool // the spans end where shared words do
	longRun bool // there is a common run of params.LongRun words

	known          float64 // the similarity of the words knownA and knownB, if these are not empty
	knownA, knownB span

	shared           int // the shared runs of the words sharedA and sharedB, if these are not empty
	sharedA, sharedB span
}

// box is a range of units on both sides, half-open.
type box struct{ i0, i1, j0, j1 uint32 }

// overlaps reports on which sides x and y have a unit in common.
func (x box) overlaps(y box) (a, b bool) {
	return x.i0 < y.i1 && y.i0 < x.i1, x.j0 < y.j1 && y.j0 < x.j1
}

// span is a range of words, half-open.
type span struct{ lo, hi uint32 }

// gaps are the most units without a seed, on each side, that a cluster may step over.
type gaps struct{ a, b uint32 }

// both is the same gap on both sides.
func both(gap uint32) gaps { return gaps{gap, gap} }

// cluster splits cells into the largest sets in which, on either side, a unit
// with a seed and the next such unit have at most the gap of that side between them, and
// appends them to w.parts. Cells are put in another order.
//
// Such a set is never split by a cut on either side, so the sets do not depend on
// the side that is cut first. Each round cuts by both sides at once, which keeps
// that true at maxRounds.
//
// No set has an ignored unit between two of its cells.
func (w *Worker) cluster(cells []cell, gap gaps) {
	for len(cells) > 0 {
		n := w.between(cells)
		w.split(cells[:n], gap, maxRounds)
		cells = cells[n:]
	}
}

func (w *Worker) split(cells []cell, gap gaps, rounds int) {
	w.work.sorted += len(cells)
	w.sortCells(cells, false)
	rowGroups, rows, step := uint32(0), uint32(1), uint32(0)
	cells[0].group = 0
	for x := 1; x < len(cells); x++ {
		if d := cells[x].i - cells[x-1].i; d > 0 {
			rows++
			step = max(step, d-1)
			if d-1 > gap.a {
				rowGroups++
			}
		}
		cells[x].group = rowGroups
	}
	w.sortCells(cells, true)
	cols, cut := uint32(1), rowGroups > 0
	for x := 1; x < len(cells); x++ {
		if d := cells[x].j - cells[x-1].j; d > 0 {
			cols++
			step = max(step, d-1)
			cut = cut || d-1 > gap.b
		}
	}
	if !cut || rounds == 0 {
		c := cluster{cells: cells, box: boxOf(cells), rows: rows, cols: cols, step: step}
		w.parts = append(w.parts, c)
		return
	}
	from := 0
	for x := 1; x <= len(cells); x++ {
		if x < len(cells) && cells[x].j-cells[x-1].j <= gap.b+1 {
			continue
		}
		w.splitRows(cells[from:x], gap, rounds-1)
		from = x
	}
}

// splitRows splits cells, one group of columns, by the groups of rows.
func (w *Worker) splitRows(cells []cell, gap gaps, rounds int) {
	w.sortCells(cells, false)
	from := 0
	for x := 1; x <= len(cells); x++ {
		if x < len(cells) && cells[x].group == cells[from].group {
			continue
		}
		w.split(cells[from:x], gap, rounds)
		from = x
	}
}

func boxOf(cells []cell) box {
	o := box{cells[0].i, cells[0].i, cells[0].j, cells[0].j}
	for _, c := range cells {
		o = box{min(o.i0, c.i), max(o.i1, c.i), min(o.j0, c.j), max(o.j1, c.j)}
	}
	o.i1++
	o.j1++
	return o
}

func byRow(x, y cell) int {
	return cmp.Compare(uint64(x.i)<<32|uint64(x.j), uint64(y.i)<<32|uint64(y.j))
}

func byColumn(x, y cell) int {
	return cmp.Compare(uint64(x.j)<<32|uint64(x.i), uint64(y.j)<<32|uint64(y.i))
}

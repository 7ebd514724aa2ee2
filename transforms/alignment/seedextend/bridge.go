package seedextend

import (
	"cmp"
	"slices"
)

// bridgeLook is how many clusters after one, in the order of a, are looked at as its
// continuation: a copy goes on with the next one, unless others lie across it.
const bridgeLook = 8

// bridgeShare is the share of the cosine of the less similar of two clusters that both
// together keep at least: what stands between them is the same hot text, not another.
const bridgeShare = 0.8

// bridge makes one cluster of two that have nothing between them but hot text, and
// params.Gap other units at most, on both sides: hot units hold no seeds, and a document
// that was copied with its hot text would be two records. What they are together has
// to be valid as any cluster has.
func (w *Worker) bridge() {
	if w.a.Hot == nil && w.a.aside == nil || w.b.Hot == nil && w.b.aside == nil || len(w.found) < 2 {
		return
	}
	w.coldA, w.coldB = coldUnits(w.coldA, w.a), coldUnits(w.coldB, w.b)
	slices.SortFunc(w.found, compareBoxes)
	out := w.found[:0]
	for x := range w.found {
		c := w.found[x]
		if len(c.cells) == 0 { // part of an earlier one
			continue
		}
		for y := x + 1; y < min(len(w.found), x+1+bridgeLook); y++ {
			next := &w.found[y]
			if len(next.cells) == 0 || !w.overHot(w.a, w.coldA, c.i1, next.i0) ||
				!w.overHot(w.b, w.coldB, c.j1, next.j0) {
				continue
			}
			both := cluster{
				step: max(c.step, next.step),
				rows: c.rows + next.rows, cols: c.cols + next.cols, box: box{c.i0, next.i1, c.j0, next.j1},
			}
			if w.self && both.i1 > both.j0 || !w.validate(&both) ||
				both.cosine < bridgeShare*min(c.cosine, next.cosine) {
				continue
			}
			both.cells = slices.Concat(c.cells, next.cells)
			next.cells = nil
			c = both
		}
		out = append(out, c)
	}
	w.found = out
}

// coldUnits counts, for each unit of d and the end, the units before it that are neither hot nor apparatus. It
// uses dst.
func coldUnits(dst []uint32, d *Document) []uint32 {
	cold := resize(dst, int(d.units())+1)
	cold[0] = 0
	for u := range d.units() {
		cold[u+1] = cold[u]
		if !d.hot(u) && !d.apart(u) {
			cold[u+1]++
		}
	}
	return cold
}

// overHot reports whether the units [from, to) are hot, some of them, and
// at most params.Gap others, none of which is ignored.
func (w *Worker) overHot(d *Document, cold []uint32, from, to uint32) bool {
	if from >= to || d.ignores(from, to) {
		return false
	}
	plain := cold[to] - cold[from]
	return plain < to-from && plain <= w.params.Gap
}

func compareBoxes(x, y cluster) int {
	return cmp.Or(cmp.Compare(x.i0, y.i0), cmp.Compare(x.j0, y.j0), cmp.Compare(x.i1, y.i1), cmp.Compare(x.j1, y.j1))
}

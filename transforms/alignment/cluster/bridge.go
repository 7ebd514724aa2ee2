package cluster

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
)

// bridgeLook is how many clusters after one, in the order of a, are looked at as its
// continuation: a copy goes on with the next one, unless others lie across it.
const bridgeLook = 8

// bridgeShare is the share of the cosine of the less similar of two clusters that both
// together keep at least: what stands between them is the same hot text, not another.
const bridgeShare = 0.8

// bridge makes one cluster of two that have nothing between them but hot text, and
// Gap other units at most, on both sides: hot units hold no seeds, and a document
// that was copied with its hot text would be two records. What they are together has
// to be valid as any cluster has.
func (f *Finder) bridge() {
	if !f.A.HasSilent() || !f.B.HasSilent() || len(f.Found) < 2 {
		return
	}
	f.coldA, f.coldB = coldUnits(f.coldA, f.A), coldUnits(f.coldB, f.B)
	slices.SortFunc(f.Found, compareBoxes)
	out := f.Found[:0]
	for x := range f.Found {
		c := f.Found[x]
		if len(c.Cells) == 0 { // part of an earlier one
			continue
		}
		for y := x + 1; y < min(len(f.Found), x+1+bridgeLook); y++ {
			next := &f.Found[y]
			if len(next.Cells) == 0 || !f.overHot(f.A, f.coldA, c.I1, next.I0) ||
				!f.overHot(f.B, f.coldB, c.J1, next.J0) {
				continue
			}
			both := Cluster{
				Step: max(c.Step, next.Step), Rows: c.Rows + next.Rows, Cols: c.Cols + next.Cols,
				Box: pair.Box{I0: c.I0, I1: next.I1, J0: c.J0, J1: next.J1},
			}
			if f.Self && both.I1 > both.J0 || !f.validate(&both) ||
				both.Cosine < bridgeShare*min(c.Cosine, next.Cosine) {
				continue
			}
			both.Cells = slices.Concat(c.Cells, next.Cells)
			next.Cells = nil
			c = both
		}
		out = append(out, c)
	}
	f.Found = out
}

// coldUnits counts, for each unit of d and the end, the units before it that are neither hot nor apparatus. It
// uses dst.
func coldUnits(dst []uint32, d *indexed.Document) []uint32 {
	cold := scratch.Resize(dst, int(d.UnitCount())+1)
	cold[0] = 0
	for u := range d.UnitCount() {
		cold[u+1] = cold[u]
		if !d.Silent(u) {
			cold[u+1]++
		}
	}
	return cold
}

// overHot reports whether the units [from, to) are hot, some of them, and
// at most Gap others, none of which is ignored.
func (f *Finder) overHot(d *indexed.Document, cold []uint32, from, to uint32) bool {
	if from >= to || d.Ignores(from, to) {
		return false
	}
	plain := cold[to] - cold[from]
	return plain < to-from && plain <= f.Gap
}

func compareBoxes(x, y Cluster) int {
	return cmp.Or(cmp.Compare(x.I0, y.I0), cmp.Compare(x.J0, y.J0), cmp.Compare(x.I1, y.I1), cmp.Compare(x.J1, y.J1))
}

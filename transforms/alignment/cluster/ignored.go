package cluster

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/alignment/seed"
)

// between puts those of the cells first that have no ignored unit between them, on both sides, and returns how many
// they are: all, where nothing is ignored.
func (f *Finder) between(cells []seed.Cell) int {
	ignoredA, ignoredB := f.A.IgnoredBefore(), f.B.IgnoredBefore()
	if ignoredA == nil && ignoredB == nil {
		return len(cells)
	}
	region := func(c seed.Cell) (n uint64) {
		if ignoredA != nil {
			n = uint64(ignoredA[c.I]) << 32
		}
		if ignoredB != nil {
			n |= uint64(ignoredB[c.J])
		}
		return n
	}
	slices.SortFunc(cells, func(x, y seed.Cell) int { return cmp.Compare(region(x), region(y)) })
	first := region(cells[0])
	n := 1
	for n < len(cells) && region(cells[n]) == first {
		n++
	}
	return n
}

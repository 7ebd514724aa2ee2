package spool

import (
	"cmp"
	"slices"
)

// aheadFrom is how many bytes of the disk the blocks of a folder take at least before Ahead does anything.
// Fewer are most likely still in memory.
const aheadFrom = 1 << 30

// Ahead says that sealed blocks will be opened soon, so that the system reads those that are on the disk
// while other work goes on. It changes nothing else, and does nothing for blocks that travel themselves, or
// that other processes have written. Blocks that are next to each other are asked for together.
func Ahead(sealed [][]byte) {
	var soon []filed
	for _, b := range sealed {
		f, p, ok := private(b)
		if !ok || p.length == 0 {
			continue
		}
		if f.usage.largest.Load() < aheadFrom {
			return
		}
		soon = append(soon, filed{f, p.at, p.at + p.length})
	}
	for _, r := range adjacent(soon) {
		willNeed(r.file.file, r.from, r.to-r.from)
	}
}

// filed is a range of a file.
type filed struct {
	file     *file
	from, to int64
}

// adjacent sorts ranges by files and places, in place, and joins those that have no page between
// them.
func adjacent(ranges []filed) []filed {
	slices.SortFunc(ranges, func(x, y filed) int {
		return cmp.Or(cmp.Compare(x.file.path, y.file.path), cmp.Compare(x.from, y.from))
	})
	joined := ranges[:0]
	for _, r := range ranges {
		if last := len(joined) - 1; last >= 0 && joined[last].file == r.file && r.from <= wholePages(joined[last].to) {
			joined[last].to = max(joined[last].to, r.to)
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

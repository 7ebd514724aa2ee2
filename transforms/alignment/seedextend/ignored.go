package seedextend

import (
	"cmp"
	"slices"
)

// Ignored is text that the user does not want to be looked at. A unit is ignored if it has a word of it. Its words are
// in no other document, so it has no seeds; and no cluster goes over it, so that no passage holds one of its words.
// What is on its two sides are two passages.

// countIgnored fills the table of ignores.
func (d *Document) countIgnored() {
	d.ignored = nil
	if len(d.Ignored) == 0 {
		return
	}
	d.ignored = make([]uint32, d.units()+1)
	edges := d.Ignored
	for u := range d.units() {
		for len(edges) > 0 && edges[1] <= d.Units[u] {
			edges = edges[2:]
		}
		d.ignored[u+1] = d.ignored[u]
		if len(edges) > 0 && edges[0] < d.Units[u+1] {
			d.ignored[u+1]++
		}
	}
}

// ignores reports whether one of the units [u, v) is ignored.
func (d *Document) ignores(u, v uint32) bool { return d.ignored != nil && d.ignored[u] != d.ignored[v] }

// between puts those of the cells first that have no ignored unit between them, on both sides, and returns how many
// they are: all, where nothing is ignored.
func (w *Worker) between(cells []cell) int {
	if w.a.ignored == nil && w.b.ignored == nil {
		return len(cells)
	}
	region := func(c cell) (n uint64) {
		if w.a.ignored != nil {
			n = uint64(w.a.ignored[c.i]) << 32
		}
		if w.b.ignored != nil {
			n |= uint64(w.b.ignored[c.j])
		}
		return n
	}
	slices.SortFunc(cells, func(x, y cell) int { return cmp.Compare(region(x), region(y)) })
	first := region(cells[0])
	n := 1
	for n < len(cells) && region(cells[n]) == first {
		n++
	}
	return n
}

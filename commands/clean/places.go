package clean

import (
	"sort"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/cleaning/removal"
)

// A text has places before some cuts, and others after them. The cuts of a document are in
// order, in places before them, and do not touch each other.

// places turns places of one document before its cuts into places after them, and back.
type places struct {
	cuts []record.Cut
	// gone is how many code points the cuts before each one took, and behind the last one those of all.
	gone []int64
}

// reset makes p the places of a document with other cuts.
func (p *places) reset(cuts []record.Cut) {
	p.cuts, p.gone = cuts, append(p.gone[:0], 0)
	for _, c := range cuts {
		p.gone = append(p.gone, p.all()+c.End-c.Start)
	}
}

// all returns how many code points all cuts took.
func (p *places) all() int64 { return p.gone[len(p.gone)-1] }

// rangeBefore returns the range before the cuts of a range after them.
func (p *places) rangeBefore(start, end int64) (int64, int64) {
	return p.before(start), p.before(end-1) + 1
}

// before returns the place before the cuts of the code point at pos after them.
func (p *places) before(pos int64) int64 {
	return pos + p.gone[sort.Search(len(p.cuts), func(i int) bool { return p.cuts[i].Start-p.gone[i] > pos })]
}

// after returns the place after the cuts of a place before them, which no cut contains.
func (p *places) after(pos int64) int64 {
	n := sort.Search(len(p.cuts), func(i int) bool { return p.cuts[i].Start >= pos })
	if n > 0 && p.cuts[n-1].End > pos {
		return p.cuts[n-1].Start - p.gone[n-1]
	}
	return pos - p.gone[n]
}

// lengthBefore returns the length before the cuts of a text that has a length after them.
func (p *places) lengthBefore(length int64) int64 { return length + p.all() }

// union returns the union of cuts of one document, in order.
func union(cuts []record.Cut) []record.Cut {
	return removal.Union(cuts, func(c *record.Cut) (start, end *int64) { return &c.Start, &c.End })
}

// Package passage holds what results and gold are made of, pairs of ranges in
// two documents, and says which of them overlap.
//
// Offsets are half-open and in Unicode code points; the package itself only
// compares them, so any other unit serves as long as both sides agree on it.
package passage

import (
	"cmp"
	"slices"
	"strings"
)

// Passage records that a range of document A and a range of document B hold the same text. A
// and B may be one document.
type Passage struct {
	A            string
	AStart, AEnd int
	B            string
	BStart, BEnd int
	// Kind is the label of a gold case ("verbatim", "heavy", …), or empty.
	Kind string
}

// Canonical returns p with the side that is smaller by (document, start, end) as A,
// so that a passage named from either of its sides is one and the same.
func (p Passage) Canonical() Passage {
	if cmp.Or(strings.Compare(p.A, p.B), cmp.Compare(p.AStart, p.BStart), cmp.Compare(p.AEnd, p.BEnd)) > 0 {
		return p.Flipped()
	}
	return p
}

// Flipped returns p with its sides exchanged.
func (p Passage) Flipped() Passage {
	p.A, p.AStart, p.AEnd, p.B, p.BStart, p.BEnd = p.B, p.BStart, p.BEnd, p.A, p.AStart, p.AEnd
	return p
}

// Compare orders passages as results are sorted: by A, AStart, B, BStart, AEnd, BEnd, then Kind.
func (p Passage) Compare(q Passage) int {
	return cmp.Or(strings.Compare(p.A, q.A), cmp.Compare(p.AStart, q.AStart), strings.Compare(p.B, q.B),
		cmp.Compare(p.BStart, q.BStart), cmp.Compare(p.AEnd, q.AEnd), cmp.Compare(p.BEnd, q.BEnd),
		strings.Compare(p.Kind, q.Kind))
}

// RangeA is the range of p in A.
func (p Passage) RangeA() Range { return Range{p.AStart, p.AEnd} }

// RangeB is the range of p in B.
func (p Passage) RangeB() Range { return Range{p.BStart, p.BEnd} }

// Size is the number of characters of both sides together.
func (p Passage) Size() int { return p.RangeA().Size() + p.RangeB().Size() }

// Within reports whether both sides are in one document.
func (p Passage) Within() bool { return p.A == p.B }

// Canonicals returns a new slice with the canonical form of each passage, in the same order.
func Canonicals(ps []Passage) []Passage {
	out := make([]Passage, len(ps))
	for i, p := range ps {
		out[i] = p.Canonical()
	}
	return out
}

// SortByPair makes ps canonical and sorts it by document pair, then by offsets and
// Kind. What reads passages by pair is faster for it: Overlaps sorts what is sorted in
// linear time.
func SortByPair(ps []Passage) {
	for i, p := range ps {
		ps[i] = p.Canonical()
	}
	slices.SortFunc(ps, func(p, q Passage) int { return cmp.Or(comparePair(&p, &q), p.Compare(q)) })
}

// comparePair orders passages by their two documents alone.
func comparePair(p, q *Passage) int {
	if c := strings.Compare(p.A, q.A); c != 0 { // cmp.Or would compare B as well
		return c
	}
	return strings.Compare(p.B, q.B)
}

package cluster

import (
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/scratch"
)

// Boxes finds overlapping boxes by the units they cover, so that n boxes need not
// be compared in n²/2 pairs. Adding a box costs its length; a look-up walks over
// the boxes in the same units of one side, the side with fewer of them.
type Boxes struct {
	boxes []pair.Box
	a, b  axis
	// Comparisons is the number of boxes that AppendOverlapping has looked at.
	Comparisons int
}

// axis lists the boxes that cover each unit of one side.
type axis struct {
	head  []uint32 // unit -> its first entry + 1
	count []uint32 // unit -> its entries
	next  []uint32 // entry -> the next entry of the unit + 1
	of    []uint32 // entry -> number of the box
}

// Reset forgets all boxes and makes room for documents of na and nb units.
func (s *Boxes) Reset(na, nb uint32) {
	s.boxes = s.boxes[:0]
	s.a.reset(na)
	s.b.reset(nb)
}

func (x *axis) reset(units uint32) {
	x.head, x.count = scratch.Zeroed(x.head, int(units)), scratch.Zeroed(x.count, int(units))
	x.next, x.of = x.next[:0], x.of[:0]
}

// Add adds a box. Boxes are numbered from 0 in the order they are added.
func (s *Boxes) Add(o pair.Box) {
	n := uint32(len(s.boxes))
	s.boxes = append(s.boxes, o)
	s.a.add(n, o.I0, o.I1)
	s.b.add(n, o.J0, o.J1)
}

func (x *axis) add(n, lo, hi uint32) {
	for u := lo; u < hi; u++ {
		x.next, x.of = append(x.next, x.head[u]), append(x.of, n)
		x.head[u] = uint32(len(x.next))
		x.count[u]++
	}
}

// entries returns the number of entries in the units [lo, hi).
func (x *axis) entries(lo, hi uint32) int {
	n := 0
	for _, c := range x.count[lo:hi] {
		n += int(c)
	}
	return n
}

// touched reports on which sides some box has a unit in common with o.
func (s *Boxes) touched(o pair.Box) (a, b bool) {
	return s.a.entries(o.I0, o.I1) > 0, s.b.entries(o.J0, o.J1) > 0
}

// AppendOverlapping appends the numbers of the boxes that overlap o on both
// sides. A box may be named several times.
func (s *Boxes) AppendOverlapping(dst []uint32, o pair.Box) []uint32 {
	x, lo, hi := &s.a, o.I0, o.I1
	if s.b.entries(o.J0, o.J1) < s.a.entries(o.I0, o.I1) {
		x, lo, hi = &s.b, o.J0, o.J1
	}
	for u := lo; u < hi; u++ {
		for e := x.head[u]; e > 0; e = x.next[e-1] {
			n := x.of[e-1]
			s.Comparisons++
			if a, b := s.boxes[n].Overlaps(o); a && b && (len(dst) == 0 || dst[len(dst)-1] != n) {
				dst = append(dst, n)
			}
		}
	}
	return dst
}

// Covering returns how many boxes cover each unit of both sides.
func (s *Boxes) Covering() (a, b []uint32) { return s.a.count, s.b.count }

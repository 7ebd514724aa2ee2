package passage

import (
	"cmp"
	"slices"
)

// Hit is a passage that overlaps another one on both sides.
type Hit struct {
	// Index is the place of the passage in the right-hand slice given to Overlaps.
	Index int
	// Flipped is true if it overlaps with its sides exchanged, which only happens inside one
	// document, where a side may be named in either order.
	Flipped bool
}

// Overlaps calls visit once for each passage of left, with the passages of right
// that are in the same pair of documents and share at least one position with it on
// both sides. Hits are ordered by Index, the unflipped one first; inside one
// document a passage may be among them in both orders. The slice of hits is used
// again after visit returns.
//
// All passages must be canonical (see Passage.Canonical). The order of the calls is
// by document pair. The cost is that of sorting, and of what overlaps on side A.
func Overlaps(left, right []Passage, visit func(i int, hits []Hit)) {
	l, r := byPair(left), byPair(right)
	var s sweep
	for len(l) > 0 {
		pair := &left[l[0]]
		n := run(left, l, pair)
		for len(r) > 0 && comparePair(&right[r[0]], pair) < 0 {
			r = r[1:]
		}
		m := run(right, r, pair)
		s.visit(left, l[:n], right, r[:m], visit)
		l, r = l[n:], r[m:]
	}
}

// byPair returns the indexes of ps, ordered by document pair.
func byPair(ps []Passage) []int {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(comparePair(&ps[i], &ps[j]), cmp.Compare(i, j)) })
	return order
}

// run counts the passages at the head of order that are in the documents of pair.
func run(ps []Passage, order []int, pair *Passage) int {
	n := 0
	for n < len(order) && comparePair(&ps[order[n]], pair) == 0 {
		n++
	}
	return n
}

// side is one passage in the sweep over the positions of A.
type side struct {
	a, b  Range
	index int
	// right is true if the passage is of the right-hand slice; flipped, that its sides are
	// exchanged.
	right, flipped bool
}

// join is a left passage and one that overlaps it on both sides.
type join struct {
	left int
	hit  Hit
}

// sweep joins the passages of one pair of documents. Its fields are scratch.
type sweep struct {
	sides         []side
	lefts, rights []side // those that may still overlap what comes
	joins         []join
	hits          []Hit
}

func (s *sweep) visit(left []Passage, l []int, right []Passage, r []int, visit func(int, []Hit)) {
	s.sides, s.lefts, s.rights, s.joins = s.sides[:0], s.lefts[:0], s.rights[:0], s.joins[:0]
	for _, i := range l {
		s.sides = append(s.sides, side{a: left[i].RangeA(), b: left[i].RangeB(), index: i})
	}
	for _, i := range r {
		p := &right[i]
		s.sides = append(s.sides, side{a: p.RangeA(), b: p.RangeB(), index: i, right: true})
		if p.Within() {
			s.sides = append(s.sides, side{a: p.RangeB(), b: p.RangeA(), index: i, right: true, flipped: true})
		}
	}
	slices.SortFunc(s.sides, func(x, y side) int { return cmp.Compare(x.a.Start, y.a.Start) })
	for _, x := range s.sides {
		if x.a.Size() == 0 || x.b.Size() == 0 {
			continue
		}
		if x.right {
			s.lefts = s.meet(s.lefts, x)
			s.rights = append(s.rights, x)
		} else {
			s.rights = s.meet(s.rights, x)
			s.lefts = append(s.lefts, x)
		}
	}
	slices.SortFunc(s.joins, func(x, y join) int {
		return cmp.Or(cmp.Compare(x.left, y.left), cmp.Compare(x.hit.Index, y.hit.Index),
			compareBool(x.hit.Flipped, y.hit.Flipped))
	})
	joins := s.joins
	for _, i := range l { // ascending, as the joins are
		s.hits = s.hits[:0]
		for len(joins) > 0 && joins[0].left == i {
			s.hits = append(s.hits, joins[0].hit)
			joins = joins[1:]
		}
		visit(i, s.hits)
	}
}

// meet joins x with those of open that reach beyond its start, and returns open
// without those that do not.
func (s *sweep) meet(open []side, x side) []side {
	kept := open[:0]
	for _, y := range open {
		if y.a.End <= x.a.Start {
			continue
		}
		kept = append(kept, y)
		if x.b.Intersect(y.b).Size() == 0 {
			continue
		}
		if x.right {
			s.joins = append(s.joins, join{y.index, Hit{x.index, x.flipped}})
		} else {
			s.joins = append(s.joins, join{x.index, Hit{y.index, y.flipped}})
		}
	}
	return kept
}

func compareBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// Cover holds what the hits of one passage cover of it. Use its zero value again
// and again: it keeps its memory.
type Cover struct {
	// Hits is the number of different passages that overlap.
	Hits int
	// A and B are the parts of the passage that they cover, as results of Union.
	A, B []Range
}

// Size is the number of characters covered on both sides together.
func (c *Cover) Size() int { return Size(c.A) + Size(c.B) }

// Half reports whether at least half of p is covered on both sides.
func (c *Cover) Half(p Passage) bool {
	return 2*Size(c.A) >= p.RangeA().Size() && 2*Size(c.B) >= p.RangeB().Size()
}

// Set computes the cover of p by hits, indexes of others.
func (c *Cover) Set(p Passage, others []Passage, hits []Hit) {
	c.Hits, c.A, c.B = 0, c.A[:0], c.B[:0]
	last := -1
	for _, h := range hits {
		if h.Index != last {
			c.Hits, last = c.Hits+1, h.Index
		}
		q := others[h.Index]
		if h.Flipped {
			q = q.Flipped()
		}
		c.A = append(c.A, p.RangeA().Intersect(q.RangeA()))
		c.B = append(c.B, p.RangeB().Intersect(q.RangeB()))
	}
	c.A, c.B = Union(c.A), Union(c.B)
}

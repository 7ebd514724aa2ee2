package cluster

import (
	"slices"

	"example.org/diagonal/transforms/alignment/seed"
	"example.org/diagonal/transforms/explain/trace"
)

// extend clusters cells with gap, cuts the clusters in which a passage stands
// twice, and appends to f.Found those that are valid. One that is not is taken up
// again with a smaller gap, down to 0, and then dropped.
//
// A cluster of one document with itself whose two ranges overlap is not valid:
// nothing is a copy of itself. It is taken apart in the same way, and unfolded if no
// gap is left.
//
// The next gap is the largest one that takes the cluster apart: with those
// between, the same cells would fail again.
func (f *Finder) extend(cells []seed.Cell, gap Gaps) {
	from := len(f.parts)
	f.cluster(cells, gap)
	f.cutTwice(from, gap)
	for x := from; x < len(f.parts); x++ {
		c := f.parts[x]
		if len(c.Cells) == 0 { // cut in two
			continue
		}
		overlap := f.Self && c.I1 > c.J0
		valid := !overlap && f.validate(&c)
		f.noteValid(&c, overlap, valid)
		if valid {
			f.Found = append(f.Found, c)
			continue
		}
		if g := min(max(gap.A, gap.B), c.Step); g > 0 {
			f.extend(c.Cells, Gaps{min(gap.A, g-1), min(gap.B, g-1)})
		} else if overlap {
			f.unfold(c.Cells)
		}
	}
	f.parts = f.parts[:from]
}

// unfold takes the cells of a passage apart that stands several times in a row in one
// document, so that all copies are one cluster: by diagonal, and a diagonal of offset d,
// the length of a copy, every d units. What comes out never overlaps its copy. Diagonals
// nearer than two units are chance, or a list of similar sentences, and are dropped.
func (f *Finder) unfold(cells []seed.Cell) {
	slices.SortFunc(cells, byDiagonal)
	for len(cells) > 0 {
		n := diagonal(cells)
		copies := cells[:n]
		cells = cells[n:]
		d := copies[0].J - copies[0].I // the least one
		if d < 2 {
			continue
		}
		slices.SortFunc(copies, byRow)
		first, from := copies[0].I, 0
		for x := 1; x <= n; x++ {
			if x < n && (copies[x].I-first)/d == (copies[from].I-first)/d {
				continue
			}
			f.extend(copies[from:x], Both(f.Gap))
			from = x
		}
	}
}

// validate sets the cosine of c and the number of its distinct common words, and reports whether the cosine is above
// Validation, or SpacelessValidation in text without spaces, or the cluster is valid for another reason (FindWide).
//
// Without validation: .0160 less (directed version).
func (f *Finder) validate(c *Cluster) bool {
	c.Cosine, c.Common = f.Cosine(c.Box)
	return f.similarEnough(c) || f.also != nil && f.also(c.Box, c.Rows)
}

// similarEnough reports whether the cosine of c is above minCosine, which costs a walk over its words
// and is between two bounds.
func (f *Finder) similarEnough(c *Cluster) bool {
	switch {
	case c.Cosine <= f.Validation:
		return false
	case c.Cosine > max(f.Validation, f.SpacelessValidation):
		return true
	}
	return c.Cosine > f.minCosine(c)
}

// minCosine returns what the cosine of c must exceed.
func (f *Finder) minCosine(c *Cluster) float64 {
	if f.SpacelessValidation > f.Validation && f.Spaceless(c.Box) {
		return f.SpacelessValidation
	}
	return f.Validation
}

// noteValid records whether c is valid.
func (f *Finder) noteValid(c *Cluster, overlap, valid bool) {
	switch {
	case f.Trace == nil:
	case overlap:
		f.note(trace.Itself, c, 0, 0, false)
	default:
		f.note(trace.Validation, c, c.Cosine, f.minCosine(c), valid)
	}
}

// note records a step of c.
func (f *Finder) note(what trace.What, c *Cluster, value, need float64, passed bool) {
	if f.Trace != nil {
		a, b := f.Words(c.Box)
		f.Note(what, a, b, value, need, passed)
	}
}

package seedextend

import (
	"math"
	"slices"
)

// extend clusters cells with gap, cuts the clusters in which a passage stands
// twice, and appends to w.found those that are valid. One that is not is taken up
// again with a smaller gap, down to 0, and then dropped.
//
// A cluster of one document with itself whose two ranges overlap is not valid:
// nothing is a copy of itself. It is taken apart in the same way, and unfolded if no
// gap is left.
//
// The next gap is the largest one that takes the cluster apart: with those
// between, the same cells would fail again.
func (w *Worker) extend(cells []cell, gap gaps) {
	from := len(w.parts)
	w.cluster(cells, gap)
	w.cutTwice(from, gap)
	for x := from; x < len(w.parts); x++ {
		c := w.parts[x]
		if len(c.cells) == 0 { // cut in two
			continue
		}
		overlap := w.self && c.i1 > c.j0
		valid := !overlap && w.validate(&c)
		w.noteValid(&c, overlap, valid)
		if valid {
			w.found = append(w.found, c)
			continue
		}
		if g := min(max(gap.a, gap.b), c.step); g > 0 {
			w.extend(c.cells, gaps{min(gap.a, g-1), min(gap.b, g-1)})
		} else if overlap {
			w.unfold(c.cells)
		}
	}
	w.parts = w.parts[:from]
}

// unfold takes the cells of a passage apart that stands several times in a row in one
// document, so that all copies are one cluster: by diagonal, and a diagonal of offset d,
// the length of a copy, every d units. What comes out never overlaps its copy. Diagonals
// nearer than two units are chance, or a list of similar sentences, and are dropped.
func (w *Worker) unfold(cells []cell) {
	slices.SortFunc(cells, byDiagonal)
	for len(cells) > 0 {
		n := diagonal(cells)
		copies := cells[:n]
		cells = cells[n:]
		d := copies[0].j - copies[0].i // the least one
		if d < 2 {
			continue
		}
		w.sortCells(copies, false)
		first, from := copies[0].i, 0
		for x := 1; x <= n; x++ {
			if x < n && (copies[x].i-first)/d == (copies[from].i-first)/d {
				continue
			}
			w.extend(copies[from:x], both(w.params.Gap))
			from = x
		}
	}
}

// validate computes the cosine of the two ranges of c and the number of their
// distinct common words, and reports whether the cosine is above
// params.Validation, or SpacelessValidation in text without spaces. The vector of a range is the sum of the vectors of
// its units: a word counts as often as it stands in a unit. Of summaries, retells is enough.
//
// Without validation: .0160 less (directed version).
func (w *Worker) validate(c *cluster) bool {
	v := &w.ranges
	v.a = resize(v.a, len(w.a.vocabulary))
	v.b = resize(v.b, len(w.b.vocabulary))
	w.weighBox(c.box)
	wordsA, wordsB := w.a.wordsOf(c.i0, c.i1), w.b.wordsOf(c.j0, c.j1)
	w.work.summed += len(wordsA) + len(wordsB)
	var normA, normB, dot uint64
	for _, k := range wordsA {
		normA += uint64(2*v.a[k]+1) * uint64(w.weights.a[k]) // (n+1)² - n²
		v.a[k]++
	}
	c.common = 0
	for _, k := range wordsB {
		normB += uint64(2*v.b[k]+1) * uint64(w.weights.b[k])
		if ka := w.weights.inA[k]; ka > 0 && v.a[ka-1] > 0 {
			dot += uint64(v.a[ka-1]) * uint64(w.weights.b[k])
			if v.b[k] == 0 {
				c.common++
			}
		}
		v.b[k]++
	}
	for _, k := range wordsA {
		v.a[k] = 0
	}
	for _, k := range wordsB {
		v.b[k] = 0
	}
	c.cosine = float64(dot) / math.Sqrt(float64(normA)*float64(normB))
	return w.similarEnough(c) || w.summing && w.retells(c)
}

// similarEnough reports whether the cosine of c is above minCosine, which costs a walk over its words
// and is between two bounds.
func (w *Worker) similarEnough(c *cluster) bool {
	switch p := &w.params; {
	case c.cosine <= p.Validation:
		return false
	case c.cosine > max(p.Validation, p.SpacelessValidation):
		return true
	}
	return c.cosine > w.minCosine(c)
}

// minCosine returns what the cosine of c must exceed.
func (w *Worker) minCosine(c *cluster) float64 {
	if w.params.SpacelessValidation > w.params.Validation && w.spaceless(c.box) {
		return w.params.SpacelessValidation
	}
	return w.params.Validation
}

// spaceless reports whether most words of the units of c, of both sides together, stand at the word
// before: the text is Chinese, or in another script without spaces.
func (w *Worker) spaceless(c box) bool {
	all := w.a.Units[c.i1] - w.a.Units[c.i0] + w.b.Units[c.j1] - w.b.Units[c.j0]
	tight, apart := uint32(0), uint32(0)
	for _, side := range []struct {
		d      *Document
		u0, u1 uint32
	}{{w.a, c.i0, c.i1}, {w.b, c.j0, c.j1}} {
		lo, hi := side.d.Units[side.u0], side.d.Units[side.u1]
		for x := lo + 1; x < hi; x++ {
			if side.d.From[x] == side.d.To[x-1] {
				tight++
			} else if apart++; 2*apart >= all { // the first half of most texts decides
				return false
			}
		}
	}
	return 2*tight > all
}

// ranges counts the units of a range that hold a word. It is zero between calls.
type ranges struct{ a, b []uint32 }

package seedextend

import "slices"

// quoteRest is how many words in short common runs there may be around a quotation, for each word of it. Larger: edges
// inside passages that were edited at one end.
const quoteRest = .1

// quote looks for words that were copied as they are, inside other sentences, and have
// little else in common around them: a quotation. Then the passage is these words and
// not the units that they stand in. Whether there is a passage was decided by the units
// before: only its edges and its kind follow from this.
//
// The long common runs of both sides are in w.long, for the windows of c, where bound has
// left them. A
// quotation is the longest one of each side, if these are the same words; if of the words
// of c that are in short runs not more than quoteRest of its length lie outside of it;
// and if the units that it touches hold the seeds. So a passage that was edited here
// and there keeps its ends, however long its longest run is.
func (w *Worker) quote(c *cluster) {
	if !c.longRun {
		return
	}
	windowA, windowB := w.windows(c)
	a, b := longest(w.long.a, windowA.lo), longest(w.long.b, windowB.lo)
	if !slices.Equal(w.a.Words[a.lo:a.hi], w.b.Words[b.lo:b.hi]) ||
		w.lengthTo(a, b, minChars) < minChars || !w.holdsSeeds(c, a, b) {
		return
	}
	w.markShort(windowA, windowB, shortRun)
	s := &w.short
	rest := quoteRest * float64(a.hi-a.lo)
	unitsA, unitsB := span{w.a.Units[c.i0], w.a.Units[c.i1]}, span{w.b.Units[c.j0], w.b.Units[c.j1]}
	if float64(outside(s.a, windowA.lo, unitsA, a)) <= rest && float64(outside(s.b, windowB.lo, unitsB, b)) <= rest {
		if w.pairs(a.hi-1, b.hi-1) && a.hi < windowA.hi && b.hi < windowB.hi {
			a.hi++ // the second character of the last pair
			b.hi++
		}
		c.quoted, c.a, c.b = true, a, b
	}
}

// pairs reports whether the words x of a and y of b are both pairs of characters (see
// unit.Terms). Where they are equal, the characters behind them are.
func (w *Worker) pairs(x, y uint32) bool {
	return isPair(w.a, x) && isPair(w.b, y)
}

func isPair(d *Document, x uint32) bool {
	return int(x)+1 < len(d.Words) && d.To[x]-d.From[x] == 1 && d.From[x+1] == d.To[x]
}

// longest returns the words of the longest run of marks, the first one of equal ones.
// The first mark is that of word lo.
func longest(marks []bool, lo uint32) span {
	var best span
	for x := 0; x < len(marks); x++ {
		from := x
		for x < len(marks) && marks[x] {
			x++
		}
		if uint32(x-from) > best.hi-best.lo {
			best = span{lo + uint32(from), lo + uint32(x)}
		}
	}
	return best
}

// outside counts the marks of the words of all that are not in some.
func outside(marks []bool, lo uint32, all, some span) (n int) {
	for x := all.lo; x < all.hi; x++ {
		if marks[x-lo] && (x < some.lo || x >= some.hi) {
			n++
		}
	}
	return n
}

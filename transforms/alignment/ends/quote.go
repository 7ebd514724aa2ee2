package ends

import (
	"slices"

	"example.org/diagonal/transforms/alignment/indexed"
)

// quoteRest is how many words in short common runs there may be around a quotation, for each word of it. Larger: edges
// inside passages that were edited at one end.
const quoteRest = .1

// Quote looks for words that were copied as they are, inside other sentences, and have
// little else in common around them: a quotation. Then the passage is these words and
// not the units that they stand in. Whether there is a passage was decided by the units
// before: only its edges and its kind follow from this.
//
// The long common runs of both sides are in f.long, for the windows of c, where bound has
// left them. A
// quotation is the longest one of each side, if these are the same words; if of the words
// of c that are in short runs not more than quoteRest of its length lie outside of it;
// and if the units that it touches hold the seeds. So a passage that was edited here
// and there keeps its ends, however long its longest run is.
func (f *Finder) Quote(c *Passage) {
	if !c.LongRun {
		return
	}
	windowA, windowB := f.windows(c)
	a, b := longest(f.long.a, windowA.Lo), longest(f.long.b, windowB.Lo)
	if !slices.Equal(f.A.Words[a.Lo:a.Hi], f.B.Words[b.Lo:b.Hi]) ||
		f.LengthTo(a, b, MinChars) < MinChars || !f.holdsSeeds(c, a, b) {
		return
	}
	f.markShort(windowA, windowB, shortRun)
	s := &f.short
	rest := quoteRest * float64(a.Hi-a.Lo)
	unitsA, unitsB := f.Words(c.Box)
	if float64(outside(s.a, windowA.Lo, unitsA, a)) <= rest && float64(outside(s.b, windowB.Lo, unitsB, b)) <= rest {
		if f.pairs(a.Hi-1, b.Hi-1) && a.Hi < windowA.Hi && b.Hi < windowB.Hi {
			a.Hi++ // the second character of the last pair
			b.Hi++
		}
		c.Quoted, c.A, c.B = true, a, b
	}
}

// pairs reports whether the words x of a and y of b are both pairs of characters (see
// unit.Terms). Where they are equal, the characters behind them are.
func (f *Finder) pairs(x, y uint32) bool {
	return isPair(f.A, x) && isPair(f.B, y)
}

func isPair(d *indexed.Document, x uint32) bool {
	return int(x)+1 < len(d.Words) && d.To[x]-d.From[x] == 1 && d.From[x+1] == d.To[x]
}

// longest returns the words of the longest run of marks, the first one of equal ones.
// The first mark is that of word lo.
func longest(marks []bool, lo uint32) indexed.Span {
	var best indexed.Span
	for x := 0; x < len(marks); x++ {
		from := x
		for x < len(marks) && marks[x] {
			x++
		}
		if uint32(x-from) > best.Hi-best.Lo {
			best = indexed.Span{Lo: lo + uint32(from), Hi: lo + uint32(x)}
		}
	}
	return best
}

// outside counts the marks of the words of all that are not in some.
func outside(marks []bool, lo uint32, all, some indexed.Span) (n int) {
	for x := all.Lo; x < all.Hi; x++ {
		if marks[x-lo] && (x < some.Lo || x >= some.Hi) {
			n++
		}
	}
	return n
}

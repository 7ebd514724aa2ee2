package indexed

import (
	"slices"

	"example.org/diagonal/transforms/alignment/scratch"
	"example.org/diagonal/transforms/analysis/unit"
)

// LongWord is the length in code points from which on a word is listed; see LongIn.
const LongWord = 12

// Visible returns the length of the words [lo, hi) in visible characters: the code points
// of the words with their punctuation, and one for what is between two of them, white space
// or markup of any length.
func (d *Document) Visible(lo, hi uint32) uint32 {
	if d.Indexed() {
		return d.visibleTo[hi] - d.visibleTo[lo]
	}
	return d.countVisible(lo, hi)
}

// countVisible is Visible for a document that has no index.
func (d *Document) countVisible(lo, hi uint32) uint32 {
	n := uint32(0)
	for x := lo; x < hi; x++ {
		n += d.VisibleWord(x)
	}
	return n
}

// VisibleTo returns the visible characters before each word, and of all. d is indexed.
func (d *Document) VisibleTo() []uint32 { return d.visibleTo }

// MaxWord returns the most visible characters of a word, with the gap after it. d is indexed.
func (d *Document) MaxWord() uint32 { return d.maxWord }

// Shown returns the visible characters of word x, without the gap after it.
func (d *Document) Shown(x uint32) uint32 {
	if d.Hidden != nil {
		return d.To[x] - d.From[x] - d.Hidden[x]
	}
	return d.To[x] - d.From[x]
}

// sumVisible fills the table of Visible, VisibleWord of each word, and lists the long words, in one pass. Which
// words touch follows no order where letters are mixed with Han characters, so there is no branch for it.
func (d *Document) sumVisible() {
	n := len(d.Words)
	d.visibleTo = scratch.Exactly(d.visibleTo, n+1)
	d.long = d.long[:0]
	from, to, sums := d.From[:n], d.To[:n], d.visibleTo[1:n+1]
	sum, before := uint32(0), uint32(0) // before: 1 if the word touches the one before it
	d.visibleTo[0], d.maxWord = 0, 0
	for x := range from {
		length, after := to[x]-from[x], uint32(0)
		if x+1 < len(from) {
			after = scratch.Bit(from[x+1] == to[x])
		}
		shown := uint32(1)
		if d.Hidden != nil {
			length -= d.Hidden[x]
			shown = scratch.Bit(length > 0) // a word without length is apparatus
		}
		if length >= LongWord {
			d.long = append(d.long, uint32(x))
		}
		short := scratch.Bit(length < unit.HanChars) & (after | before)
		n := shown * (length + 1 - after + short*(unit.HanChars-length-1+after))
		d.maxWord = max(d.maxWord, n)
		sum += n
		sums[x] = sum
		before = after
	}
}

// LongIn returns the words of s of at least LongWord code points. d is indexed.
func (d *Document) LongIn(s Span) []uint32 {
	from, _ := slices.BinarySearch(d.long, s.Lo)
	to, _ := slices.BinarySearch(d.long, s.Hi)
	return d.long[from:to]
}

// VisibleWord returns the visible characters of word x and the gap after it.
func (d *Document) VisibleWord(x uint32) uint32 { return unit.Visible(d.From, d.To, d.Hidden, int(x)) }

// Plain returns the words as they stand, see Document.Tokens.
func (d *Document) Plain() []uint32 {
	if d.Tokens != nil {
		return d.Tokens
	}
	return d.Words
}

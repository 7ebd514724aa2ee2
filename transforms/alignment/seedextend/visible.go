package seedextend

import (
	"slices"

	"example.org/diagonal/transforms/analysis/unit"
)

// visible returns the length of the words [lo, hi) in visible characters: the code points
// of the words with their punctuation, and one for what is between two of them, white space
// or markup of any length.
func (d *Document) visible(lo, hi uint32) uint32 {
	if d.Indexed() {
		return d.visibleTo[hi] - d.visibleTo[lo]
	}
	return d.countVisible(lo, hi)
}

// countVisible is visible for a document that has no index.
func (d *Document) countVisible(lo, hi uint32) uint32 {
	n := uint32(0)
	for x := lo; x < hi; x++ {
		n += d.visibleWord(x)
	}
	return n
}

// shown returns the visible characters of word x, without the gap after it.
func (d *Document) shown(x uint32) uint32 {
	if d.Hidden != nil {
		return d.To[x] - d.From[x] - d.Hidden[x]
	}
	return d.To[x] - d.From[x]
}

// sumVisible fills the table of visible, visibleWord of each word, and lists the long words, in one pass. Which
// words touch follows no order where letters are mixed with Han characters, so there is no branch for it.
func (d *Document) sumVisible() {
	n := len(d.Words)
	d.visibleTo = exactly(d.visibleTo, n+1)
	d.long = d.long[:0]
	from, to, sums := d.From[:n], d.To[:n], d.visibleTo[1:n+1]
	sum, before := uint32(0), uint32(0) // before: 1 if the word touches the one before it
	d.visibleTo[0], d.maxWord = 0, 0
	for x := range from {
		length, after := to[x]-from[x], uint32(0)
		if x+1 < len(from) {
			after = isTrue(from[x+1] == to[x])
		}
		shown := uint32(1)
		if d.Hidden != nil {
			length -= d.Hidden[x]
			shown = isTrue(length > 0) // a word without length is apparatus
		}
		if length >= longWordA {
			d.long = append(d.long, uint32(x))
		}
		short := isTrue(length < unit.HanChars) & (after | before)
		n := shown * (length + 1 - after + short*(unit.HanChars-length-1+after))
		d.maxWord = max(d.maxWord, n)
		sum += n
		sums[x] = sum
		before = after
	}
}

// longIn returns the long words of s. d is indexed.
func (d *Document) longIn(s span) []uint32 {
	from, _ := slices.BinarySearch(d.long, s.lo)
	to, _ := slices.BinarySearch(d.long, s.hi)
	return d.long[from:to]
}

// visibleWord returns the visible characters of word x and the gap after it.
func (d *Document) visibleWord(x uint32) uint32 { return unit.Visible(d.From, d.To, d.Hidden, int(x)) }

// tokens are the words as they stand, see Document.Tokens.
func (d *Document) tokens() []uint32 {
	if d.Tokens != nil {
		return d.Tokens
	}
	return d.Words
}

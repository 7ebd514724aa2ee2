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

// sumVisible fills the table of visible, visibleWord of each word, and lists the long words, in one pass.
func (d *Document) sumVisible() {
	d.visibleTo = exactly(d.visibleTo, len(d.Words)+1)
	d.long = d.long[:0]
	sum, before := uint32(0), false // before: the word touches the one before it
	d.visibleTo[0] = 0
	for x, from := range d.From {
		to := d.To[x]
		after := x+1 < len(d.From) && d.From[x+1] == to
		n := to - from
		if d.Hidden != nil {
			n -= d.Hidden[x]
		}
		if n >= longWordA {
			d.long = append(d.long, uint32(x))
		}
		switch {
		case n == 0 && d.apparatus(uint32(x)):
		case n < unit.HanChars && (after || before):
			n = unit.HanChars
		case !after:
			n++
		}
		sum += n
		d.visibleTo[x+1] = sum
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

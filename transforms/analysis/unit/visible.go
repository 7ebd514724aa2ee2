package unit

import (
	"math"
	"slices"
)

// HanChars is how many visible characters a word counts at least that touches its
// neighbour: 50 Han characters say what 150 of English do.
const HanChars = 3

// Visible returns the visible characters of word x of a document and of the gap after it:
// the code points of the word with its punctuation, without markup, and one for white space
// or markup of any length before the next word. A word that is hidden as a whole is apparatus
// (record.Spans), which counts nothing. from and to are the places of all words in
// code points, and hidden says how many code points of each are markup; nil if none are.
func Visible(from, to, hidden []uint32, x int) uint32 {
	n := to[x] - from[x]
	if hidden != nil {
		if n -= hidden[x]; n == 0 {
			return 0
		}
	}
	after := x+1 < len(from) && from[x+1] == to[x]
	before := x > 0 && from[x] == to[x-1]
	if n < HanChars && (after || before) {
		return HanChars
	}
	if after {
		return n
	}
	return n + 1
}

// AppendVisible appends Visible of each word to dst.
func AppendVisible(dst, from, to, hidden []uint32) []uint32 {
	if len(from) == 0 {
		return dst
	}
	dst = slices.Grow(dst, len(from))
	touches := false // the word before it
	start := from[0]
	for x, end := range to {
		n, next := end-start, uint32(math.MaxUint32)
		if x+1 < len(from) {
			next = from[x+1]
		}
		start = next
		before := touches
		touches = x+1 < len(from) && next == end
		if hidden != nil {
			if n -= hidden[x]; n == 0 {
				dst = append(dst, 0)
				continue
			}
		}
		switch {
		case n < HanChars && (touches || before):
			n = HanChars
		case !touches:
			n++
		}
		dst = append(dst, n)
	}
	return dst
}

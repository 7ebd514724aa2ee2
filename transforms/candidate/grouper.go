package candidate

import (
	"math/bits"
	"slices"
)

// grouper groups the matches of one document by the other document. The zero value is ready; its memory is reused.
type grouper struct {
	slots  []uint32 // open addressing: 1 + the number of the document, or 0
	keys   []uint64 // of the documents, by number
	ends   []uint32 // of the matches of each document in dealt
	number []uint32 // of the document of each match
	dealt  []unitMatch
}

// each calls f for the matches with each other document, in their order. The documents come in the
// order of their first match.
func (g *grouper) each(matches []unitMatch, f func(b uint64, matches []unitMatch)) {
	if len(matches) == 0 {
		return
	}
	shift := 64 - bits.Len(uint(2*len(matches))) // at most half full
	g.slots = slices.Grow(g.slots[:0], 1<<(64-shift))[:1<<(64-shift)]
	clear(g.slots)
	g.keys, g.ends, g.number = g.keys[:0], append(g.ends[:0], 0), g.number[:0]
	for i := range matches {
		n := uint32(0)
		if i > 0 && matches[i].B == matches[i-1].B { // most are, of documents that share much
			n = g.number[i-1]
		} else {
			n = g.numberOf(matches[i].B, shift)
		}
		g.number = append(g.number, n)
		g.ends[n+1]++
	}
	for n := range g.keys {
		g.ends[n+1] += g.ends[n]
	}
	g.dealt = slices.Grow(g.dealt[:0], len(matches))[:len(matches)]
	for i, n := range g.number {
		g.dealt[g.ends[n]] = matches[i]
		g.ends[n]++
	}
	start := uint32(0)
	for n, b := range g.keys {
		f(b, g.dealt[start:g.ends[n]])
		start = g.ends[n]
	}
}

// numberOf returns the number of document b, which may be new.
func (g *grouper) numberOf(b uint64, shift int) uint32 {
	for s := int(b * 0x9e3779b97f4a7c15 >> shift); ; s = (s + 1) & (len(g.slots) - 1) {
		n := g.slots[s]
		if n == 0 {
			g.keys, g.ends = append(g.keys, b), append(g.ends, 0)
			g.slots[s] = uint32(len(g.keys))
			return uint32(len(g.keys)) - 1
		}
		if g.keys[n-1] == b {
			return n - 1
		}
	}
}

package candidate

import (
	"math/bits"
	"slices"
)

// grouper groups the matches of one document by the other document. A document may have millions of them, so what it
// keeps of each is a key. The zero value is ready; its memory is reused.
type grouper struct {
	slots     []uint32 // open addressing: 1 + the number of the document, or 0
	keys      []uint64 // of the documents, by number
	spaceless []bool   // of each document, those of its matches
	ends      []uint32 // of the matches of each document in dealt
	dealt     []uint64 // unitMatch.key
	group     []unitMatch
}

// each calls f for the matches with each other document, in their order, all of them Spaceless or none. The documents
// come in the order of their first match. read is called twice, and yields the same matches both times, some at a time.
func (g *grouper) each(read func(yield func([]unitMatch)), f func(b uint64, matches []unitMatch)) {
	g.slots = slices.Grow(g.slots[:0], fewSlots)[:fewSlots]
	clear(g.slots)
	g.keys, g.spaceless, g.ends = g.keys[:0], g.spaceless[:0], append(g.ends[:0], 0)
	number := func(matches []unitMatch, i int, last uint32) uint32 {
		if i > 0 && matches[i].B == matches[i-1].B { // most are, of documents that share much
			return last
		}
		return g.numberOf(&matches[i])
	}
	read(func(matches []unitMatch) {
		n := uint32(0)
		for i := range matches {
			n = number(matches, i, n)
			g.ends[n+1]++
		}
	})
	for n := range g.keys {
		g.ends[n+1] += g.ends[n]
	}
	all := int(g.ends[len(g.keys)])
	g.dealt = slices.Grow(g.dealt[:0], all)[:all]
	read(func(matches []unitMatch) {
		n := uint32(0)
		for i := range matches {
			n = number(matches, i, n)
			g.dealt[g.ends[n]] = matches[i].key()
			g.ends[n]++
		}
	})
	start := uint32(0)
	for n, b := range g.keys {
		g.group = g.group[:0]
		for _, k := range g.dealt[start:g.ends[n]] {
			g.group = append(g.group, matchOf(k, b, g.spaceless[n]))
		}
		f(b, g.group)
		start = g.ends[n]
	}
}

// fewSlots is the least number of slots, a power of two.
const fewSlots = 64

// numberOf returns the number of document B of a match, which may be new.
func (g *grouper) numberOf(m *unitMatch) uint32 {
	s := g.slot(m.B)
	if n := g.slots[s]; n > 0 {
		return n - 1
	}
	g.keys, g.spaceless, g.ends = append(g.keys, m.B), append(g.spaceless, m.Spaceless), append(g.ends, 0)
	g.slots[s] = uint32(len(g.keys))
	if 2*len(g.keys) > len(g.slots) { // at most half full
		twice := 2 * len(g.slots)
		g.slots = slices.Grow(g.slots[:0], twice)[:twice]
		clear(g.slots)
		for n, b := range g.keys {
			g.slots[g.slot(b)] = uint32(n) + 1
		}
	}
	return uint32(len(g.keys)) - 1
}

// slot returns the slot of document b, or the free one where it would be.
func (g *grouper) slot(b uint64) int {
	s := int(b * 0x9e3779b97f4a7c15 >> (64 - bits.TrailingZeros(uint(len(g.slots)))))
	for g.slots[s] > 0 && g.keys[g.slots[s]-1] != b {
		s = (s + 1) & (len(g.slots) - 1)
	}
	return s
}

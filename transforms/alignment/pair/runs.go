package pair

import "example.org/diagonal/transforms/alignment/indexed"

// SharedRuns returns the number of distinct runs of indexed.RunWords words that two ranges have in common.
// Apparatus is in none.
func (p *Pair) SharedRuns(a, b indexed.Span) int {
	n := 0
	p.Marker.EachGram(p.A.Words[a.Lo:a.Hi], p.B.Words[b.Lo:b.Hi], indexed.RunWords, func(x int) {
		for k := range uint32(indexed.RunWords) {
			if p.A.Apparatus(a.Lo + uint32(x) + k) {
				return
			}
		}
		n++
	})
	return n
}

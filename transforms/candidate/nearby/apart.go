package nearby

import "example.org/diagonal/transforms/signature/chain"

// Apart reports whether two of the hits, which are of places (chain.PlaceOf), lie within
// window units of each other, and begin apart from each other, on both sides. hits must be
// sorted by A, then by B.
func Apart(hits []Hit, window uint32) bool {
	for x, h := range hits {
		for _, k := range hits[x+1:] {
			if chain.UnitOf(k.A)-chain.UnitOf(h.A) > window {
				break
			}
			if apart(h.A, k.A) && apart(h.B, k.B) &&
				max(chain.UnitOf(k.B), chain.UnitOf(h.B))-min(chain.UnitOf(k.B), chain.UnitOf(h.B)) <= window {
				return true
			}
		}
	}
	return false
}

// minApart is how many words two chains of a unit begin from each other at least. Two
// rare words side by side, a name as a rule, make chains that begin one or two words
// apart and are one piece of evidence, not two: with 4 instead of 1 a ninth of the
// candidates are left in 80 MB of prose, and nothing planted there is lost.
const minApart = 4

// apart reports whether two places are in different units or at least minApart words
// from each other.
func apart(x, y uint32) bool {
	return chain.UnitOf(x) != chain.UnitOf(y) || max(x, y)-min(x, y) >= minApart
}

package gram

import "example.org/diagonal/transforms/alignment/seedextend"

// A place is where a chain begins: the unit, and the number of the word inside it, in
// the low PlaceBits bits. Units have fewer words than WholeUnit.
const (
	PlaceBits = 6
	// WholeUnit is the number in the place of a signature of all words of a unit.
	WholeUnit = 1<<PlaceBits - 1
)

// PlaceOf is the place of a word of a unit, or of WholeUnit.
func PlaceOf(unit int, word uint32) uint32 { return uint32(unit)<<PlaceBits | word }

// UnitOf is the unit of a place.
func UnitOf(place uint32) uint32 { return place >> PlaceBits }

// Near reports whether two of the hits, which are of places, lie within window units of
// each other, and begin apart from each other, on both sides. hits must be sorted (seedextend.SortHits).
func Near(hits []seedextend.Hit, window uint32) bool {
	for x, h := range hits {
		for _, k := range hits[x+1:] {
			if UnitOf(k.A)-UnitOf(h.A) > window {
				break
			}
			if apart(h.A, k.A) && apart(h.B, k.B) && max(UnitOf(k.B), UnitOf(h.B))-min(UnitOf(k.B), UnitOf(h.B)) <= window {
				return true
			}
		}
	}
	return false
}

// leastApart is how many words two chains of a unit begin from each other at least. Two
// rare words side by side, a name as a rule, make chains that begin one or two words
// apart and are one piece of evidence, not two: with 4 instead of 1 a ninth of the
// candidates are left in 80 MB of prose, and nothing planted there is lost.
const leastApart = 4

// apart reports whether two places are in different units or at least leastApart words
// from each other.
func apart(x, y uint32) bool {
	return UnitOf(x) != UnitOf(y) || max(x, y)-min(x, y) >= leastApart
}

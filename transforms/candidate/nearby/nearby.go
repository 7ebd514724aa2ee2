// Package nearby tells whether what two documents share lies near each other, so that they
// may have a passage in common.
package nearby

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/signature/chain"
)

// Hit says that unit A of one document and unit B of the other have a common
// signature. Several common signatures of one pair of units are several hits.
// Inside one document A < B.
type Hit struct{ A, B uint32 }

// Dense reports whether some hit has m hits, itself included, within window
// units of it on both sides. hits must be sorted by A, then by B. The cost is
// O(len(hits) window (m + log len(hits))), however many hits share a unit.
func Dense(hits []Hit, m int, window uint32) bool {
	if m <= 1 || len(hits) < m {
		return len(hits) >= m
	}
	first, end := 0, 0 // hits[first:end] are within window units of the hit at hand in A
	for _, h := range hits {
		for h.A > hits[first].A && h.A-hits[first].A > window {
			first++
		}
		for end < len(hits) && (hits[end].A <= h.A || hits[end].A-h.A <= window) {
			end++
		}
		if end-first >= m && holds(hits[first:end], h, m, window) {
			return true
		}
	}
	return false
}

// fewHits is the number of hits up to which all are looked at. Most documents have fewer near one.
const fewHits = 64

// holds reports whether m hits are within window units of h in B. All of them are in A.
func holds(hits []Hit, h Hit, m int, window uint32) bool {
	lo, n := h.B-min(h.B, window), 0
	if len(hits) <= fewHits {
		for _, k := range hits {
			if k.B >= lo && (k.B <= h.B || k.B-h.B <= window) {
				n++
			}
		}
		return n >= m
	}
	for x := 0; x < len(hits); { // row by row
		row := hits[x].A
		y, _ := slices.BinarySearchFunc(hits[x:], Hit{row, lo}, compare)
		for x += y; x < len(hits) && hits[x].A == row && (hits[x].B <= h.B || hits[x].B-h.B <= window); x++ {
			if n++; n >= m {
				return true
			}
		}
		y, _ = slices.BinarySearchFunc(hits[x:], row, func(k Hit, row uint32) int {
			if k.A <= row {
				return -1
			}
			return 1
		})
		x += y // the next row
	}
	return false
}

// compare orders hits by A, then by B.
func compare(x, y Hit) int {
	return cmp.Compare(uint64(x.A)<<32|uint64(x.B), uint64(y.A)<<32|uint64(y.B))
}

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

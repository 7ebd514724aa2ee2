// Package nearby tells whether what two documents share lies near each other, so that they
// may have a passage in common.
package nearby

import (
	"cmp"
	"math"
	"slices"
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
	for _, h := range hits {
		lo := h.B - min(h.B, window)
		n := 0
		for row := h.A - min(h.A, window); ; {
			x, _ := slices.BinarySearchFunc(hits, Hit{row, lo}, compare)
			if x == len(hits) || hits[x].A > h.A && hits[x].A-h.A > window {
				break
			}
			if hits[x].A > row { // rows without a hit this far are skipped
				row = hits[x].A
				continue
			}
			for ; x < len(hits) && hits[x].A == row && (hits[x].B <= h.B || hits[x].B-h.B <= window); x++ {
				if n++; n >= m {
					return true
				}
			}
			if row >= h.A && row-h.A >= window || row == math.MaxUint32 {
				break
			}
			row++
		}
	}
	return false
}

// compare orders hits by A, then by B.
func compare(x, y Hit) int {
	return cmp.Compare(uint64(x.A)<<32|uint64(x.B), uint64(y.A)<<32|uint64(y.B))
}

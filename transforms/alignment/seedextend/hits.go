package seedextend

import (
	"cmp"
	"math"
	"slices"
)

// Hit says that unit A of one document and unit B of the other hold a common
// signature. Several common signatures of one pair of units are several hits.
// Inside one document A < B.
type Hit struct{ A, B uint32 }

func compareHits(x, y Hit) int {
	return cmp.Compare(uint64(x.A)<<32|uint64(x.B), uint64(y.A)<<32|uint64(y.B))
}

// SortHits sorts by A, then by B: the order that Dense and Worker want.
func SortHits(hits []Hit) { slices.SortFunc(hits, compareHits) }

// Dense reports whether some hit has m hits, itself included, within window
// units of it on both sides. hits must be sorted (SortHits). The cost is
// O(len(hits) window (m + log len(hits))), however many hits share a unit.
func Dense(hits []Hit, m int, window uint32) bool {
	if m <= 1 || len(hits) < m {
		return len(hits) >= m
	}
	for _, h := range hits {
		lo := h.B - min(h.B, window)
		n := 0
		for row := h.A - min(h.A, window); ; {
			x, _ := slices.BinarySearchFunc(hits, Hit{row, lo}, compareHits)
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

// Touch reports whether the pairs of units with a common signature hold enough
// in common for the documents to be aligned: those with a Dice coefficient of
// TouchDice must have TouchWords common words together. hits must be sorted.
func (w *Worker) Touch(a, b *Document, hits []Hit) bool {
	sum := 0
	for x, h := range hits {
		if x > 0 && hits[x-1] == h {
			continue
		}
		wa, wb := a.wordsOf(h.A, h.A+1), b.wordsOf(h.B, h.B+1)
		n := commonWords(a, b, wa, wb)
		if 2*float64(n) < w.params.TouchDice*float64(len(wa)+len(wb)) {
			continue
		}
		if sum += n; sum >= w.params.TouchWords {
			return true
		}
	}
	return false
}

// commonWords counts the common words of two ascending lists of words.
func commonWords(a, b *Document, wa, wb []uint32) int {
	n, x, y := 0, 0, 0
	for x < len(wa) && y < len(wb) {
		u, v := a.vocabulary[wa[x]], b.vocabulary[wb[y]]
		if u == v {
			n++
		}
		if u <= v {
			x++
		}
		if v <= u {
			y++
		}
	}
	return n
}

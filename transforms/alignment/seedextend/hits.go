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
// TouchDice must have TouchWords common words together. hits must be sorted. The
// documents need not have been indexed: most pairs that chance brought end here.
func (w *Worker) Touch(a, b *Document, hits []Hit) bool {
	sum := 0
	for x, h := range hits {
		if x > 0 && hits[x-1] == h {
			continue
		}
		n, words := w.commonWords(a, b, h)
		if 2*float64(n) < w.params.TouchDice*float64(words) {
			continue
		}
		if sum += n; sum >= w.params.TouchWords {
			return true
		}
	}
	return false
}

// commonWords counts the distinct words that the units of h have in common, and those of
// either, summed.
func (w *Worker) commonWords(a, b *Document, h Hit) (common, words int) {
	w.left = a.appendDistinct(w.left[:0], h.A)
	w.right = b.appendDistinct(w.right[:0], h.B)
	n, x, y := 0, 0, 0
	for x < len(w.left) && y < len(w.right) {
		u, v := w.left[x], w.right[y]
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
	return n, len(w.left) + len(w.right)
}

// appendDistinct appends the distinct words of unit u in ascending order: from the index,
// if there is one.
func (d *Document) appendDistinct(dst []uint32, u uint32) []uint32 {
	if d.Indexed() {
		for _, k := range d.wordsOf(u, u+1) {
			dst = append(dst, d.vocabulary[k])
		}
		return dst
	}
	dst = append(dst, d.Words[d.Units[u]:d.Units[u+1]]...)
	slices.Sort(dst)
	return slices.Compact(dst)
}

package chain

import "slices"

// Digits of Sort, in bits.
const (
	fewHits  = 32      // so many hits are inserted one by one
	manyHits = 1 << 12 // from so many hits on, digits are long
	digit    = 11
	digitFew = 8
)

// Sort returns hits in order, in the memory of hits or of scratch, which grows if it has to, and the other memory.
//
// They are dealt by the digits of I, the lowest first, and those of the same I are sorted at the end: they are few, but
// in text that repeats itself.
func Sort(hits, scratch []Hit) (sorted, free []Hit) {
	if len(hits) > fewHits {
		scratch = slices.Grow(scratch[:0], len(hits))[:len(hits)]
		least, greatest := hits[0].I, hits[0].I
		for i := range hits {
			least, greatest = min(least, hits[i].I), max(greatest, hits[i].I)
		}
		var next [1 << digit]uint32
		width := digit
		if len(hits) < manyHits {
			width = digitFew
		}
		for shift := 0; (greatest-least)>>shift > 0; shift += width {
			deal(hits, scratch, next[:1<<width], least, uint(shift))
			hits, scratch = scratch, hits
		}
	}
	for from := 0; from < len(hits); {
		to := min(len(hits), fewHits)
		if len(hits) > fewHits {
			for to = from + 1; to < len(hits) && hits[to].I == hits[from].I; {
				to++
			}
		}
		sortFew(hits[from:to])
		from = to
	}
	return hits, scratch
}

// sortFew sorts hits of one I, or few.
func sortFew(hits []Hit) {
	if len(hits) > fewHits {
		slices.SortFunc(hits, Compare)
		return
	}
	for i := 1; i < len(hits); i++ {
		h, k := hits[i], i
		for ; k > 0 && h.less(hits[k-1]); k-- {
			hits[k] = hits[k-1]
		}
		hits[k] = h
	}
}

// deal writes hits to dst in the order of a digit of I - least. next has a place for each value of the digit.
func deal(hits, dst []Hit, next []uint32, least uint32, shift uint) {
	clear(next)
	mask := uint32(len(next) - 1)
	for i := range hits {
		next[(hits[i].I-least)>>shift&mask]++
	}
	sum := uint32(0)
	for x, n := range next {
		next[x] = sum
		sum += n
	}
	for i := range hits {
		at := &next[(hits[i].I-least)>>shift&mask]
		dst[*at] = hits[i]
		*at++
	}
}

// less reports whether Compare is negative.
func (h Hit) less(o Hit) bool {
	x, y := uint64(h.I)<<32|uint64(h.K), uint64(o.I)<<32|uint64(o.K)
	return x < y || x == y && h.N < o.N
}

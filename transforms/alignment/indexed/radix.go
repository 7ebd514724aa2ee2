package indexed

import "slices"

// Digits of sortWords, in bits: words are dealt twice, by the digits of their upper bits.
const (
	fewWords = 1 << 12 // up to so many words, digits are short
	digit    = 11
	digitFew = 8
)

// sortWords returns the pairs of a word, the high 32 bits, and a unit, sorted. They are in pairs or in other, which
// have the length of d.Words; the other one is scratch.
//
// Words are hashes: next to no two different ones have the same upper 22 bits, or 16 bits of a few
// thousand words. So they are sorted by these, with the units in order, and what is still out of order is
// put right at the end.
func (d *Document) sortWords(pairs, other []uint64) []uint64 {
	if len(d.Words) <= fewWords {
		d.deal(pairs, other, make([]uint32, 2<<digitFew), digitFew)
	} else {
		var counts [2 << digit]uint32
		d.deal(pairs, other, counts[:], digit)
	}
	for x := 1; x < len(pairs); x++ {
		if pairs[x] < pairs[x-1] {
			x = sortAlike(pairs, x)
		}
	}
	return pairs
}

// deal writes pairs in the order of the upper 2 × width bits of their words, and then of their units.
func (d *Document) deal(pairs, other []uint64, counts []uint32, width int) {
	upper, lower := counts[:1<<width], counts[1<<width:2<<width]
	up, low, mask := uint(32-width)&63, uint(32-2*width)&63, uint32(len(lower)-1)
	for _, w := range d.Words {
		upper[w>>up&mask]++
		lower[w>>low&mask]++
	}
	begins(upper)
	begins(lower)
	for u := range d.UnitCount() {
		for _, w := range d.Words[d.Units[u]:d.Units[u+1]] {
			at := &lower[w>>low&mask]
			other[*at] = uint64(w)<<32 | uint64(u)
			*at++
		}
	}
	for _, p := range other {
		at := &upper[uint32(p>>32)>>up&mask]
		pairs[*at] = p
		*at++
	}
}

// begins turns counts into the sums of those before each.
func begins(counts []uint32) {
	sum := uint32(0)
	for x, c := range counts {
		counts[x] = sum
		sum += c
	}
}

// sortAlike sorts the pairs around x that are alike in the bits of deal, of which that before x is greater, and
// returns the last of them.
func sortAlike(pairs []uint64, x int) int {
	alike := func(y int) bool { return pairs[y]>>(64-2*digitFew) == pairs[x]>>(64-2*digitFew) }
	from, to := x-1, x+1
	for from > 0 && alike(from-1) {
		from--
	}
	for to < len(pairs) && alike(to) {
		to++
	}
	slices.Sort(pairs[from:to])
	return to - 1
}

package indexed

import (
	"slices"

	"example.org/diagonal/transforms/alignment/scratch"
)

// RunWords is the length in words of the runs of words that are counted.
const RunWords = 3

// runBits is the number of bits for each word in Document.runs, of which two are set: of the runs of words that a
// document does not have, one in 250 seems to be there.
const runBits = 32

// markRuns sets the bits of each run of RunWords words. Most documents are in no pair that asks for them.
func (d *Document) markRuns() {
	d.runs = scratch.Exactly(d.runs, len(d.Words)*runBits/64+1)
	clear(d.runs)
	for x := range max(len(d.Words), RunWords-1) - (RunWords - 1) {
		first, second := runAt(d.Words[x], d.Words[x+1], d.Words[x+2], uint64(len(d.runs))*64)
		d.runs[first/64] |= 1 << (first % 64)
		d.runs[second/64] |= 1 << (second % 64)
	}
}

// base is odd: 2^64 divided by the golden ratio.
const base = 0x9e3779b97f4a7c15

// runAt returns two of so many bits, those of the run of three words.
func runAt(x, y, z uint32, bits uint64) (first, second uint64) {
	h := ((uint64(x)*base+uint64(y))*base + uint64(z)) * base
	h = (h ^ h>>32) * base
	return h >> 32 * bits >> 32, h & (1<<32 - 1) * bits >> 32
}

// AppendRuns appends to dst where those runs of RunWords words begin in words that d may have: all that it has, and few
// others. Which these are follows no order, so there is no branch for it. The first call makes the table of them.
func (d *Document) AppendRuns(dst, words []uint32) []uint32 {
	if len(d.runs) == 0 {
		d.markRuns()
	}
	if len(words) < RunWords {
		return dst
	}
	n, runs := len(dst), d.runs
	dst = slices.Grow(dst, len(words))[:n+len(words)]
	x, y := words[0], words[1]
	for at, z := range words[RunWords-1:] {
		first, second := runAt(x, y, z, uint64(len(runs))*64)
		dst[n] = uint32(at)
		n += int(runs[first/64] >> (first % 64) & (runs[second/64] >> (second % 64)) & 1)
		x, y = y, z
	}
	return dst[:n]
}

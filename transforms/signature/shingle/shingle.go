// Package shingle takes the n-shingles of a sentence: the hashes of its runs of n
// adjacent words (Broder, "On the resemblance and containment of documents", 1997).
package shingle

import (
	"slices"

	"example.org/diagonal/engine/shuffle/mix"
)

// Hash returns the 64-bit hash of a run of word hashes. The order of words counts. Its values reach disks and other
// machines and are pinned by a test.
func Hash(words []uint32) uint64 {
	h := Begin(len(words))
	for _, w := range words {
		h = mix.Full(h + uint64(w))
	}
	return h
}

// Both returns the hashes of two runs of words, of which x and y are the hashes so far, with xs and ys
// behind them, which are of one length. The two do not wait for each other, and take hardly more time than one.
func Both(x, y uint64, xs, ys []uint32) (uint64, uint64) {
	ys = ys[:len(xs)]
	for i, w := range xs {
		x, y = mix.Full(x+uint64(w)), mix.Full(y+uint64(ys[i]))
	}
	return x, y
}

// Begin returns the hash of no word in a run of n, for Both.
func Begin(n int) uint64 { return uint64(n) + 0x9e3779b97f4a7c15 }

// Append appends to dst the hash of each n-shingle of words, in order, repeats
// included. A sentence of fewer than n words, but not of none, is its own one
// shingle. It panics if n < 1.
func Append(dst []uint64, words []uint32, n int) []uint64 {
	if n < 1 {
		panic("shingle: n < 1")
	}
	if len(words) == 0 {
		return dst
	}
	if len(words) < n {
		return append(dst, Hash(words))
	}
	last := len(words) - n
	dst = slices.Grow(dst, last+1)
	i := 0
	for ; i+3 <= last; i += 4 { // four at a time: their hashes do not wait for each other
		a := Begin(n)
		b, c, d := a, a, a
		for k := range n {
			w := words[i+k : i+k+4]
			a, b = mix.Full(a+uint64(w[0])), mix.Full(b+uint64(w[1]))
			c, d = mix.Full(c+uint64(w[2])), mix.Full(d+uint64(w[3]))
		}
		dst = append(dst, a, b, c, d)
	}
	for ; i <= last; i++ {
		dst = append(dst, Hash(words[i:i+n]))
	}
	return dst
}

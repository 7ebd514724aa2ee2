// Package shingle takes the n-shingles of a sentence: the hashes of its runs of n
// adjacent words (Broder, "On the resemblance and containment of documents", 1997).
package shingle

import "example.org/diagonal/transforms/shuffle/mix"

// Hash returns the 64-bit hash of a run of word hashes. The order of words counts. Its values reach disks and other machines and are pinned by a test.
func Hash(words []uint32) uint64 {
	h := uint64(len(words)) + 0x9e3779b97f4a7c15
	for _, w := range words {
		h = mix.Full(h + uint64(w))
	}
	return h
}

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
	for i := 0; i+n <= len(words); i++ {
		dst = append(dst, Hash(words[i:i+n]))
	}
	return dst
}

// Package simhash sketches sets as 64 bits of which two sets differ in the fewer, the
// smaller the angle between them is.
//
// Source: Charikar, "Similarity estimation techniques from rounding algorithms", STOC
// 2002; the tables in which near fingerprints meet are those of Manku, Jain, Das Sarma,
// "Detecting near-duplicates for web crawling", WWW 2007. Elements have no weights
// here, where the second source weighs words.
package simhash

import (
	"math"
	"math/bits"

	"example.org/diagonal/transforms/shuffle/mix"
)

// MaxDistance is the largest distance for which there are tables.
const MaxDistance = 7

// Of is the fingerprint of a set: bit i is what most elements, hashed, have there.
func Of(set []uint64) uint64 {
	var ones [64]int32
	for _, x := range set {
		x = mix.Full(x)
		for i := range ones {
			ones[i] += int32(x >> i & 1)
		}
	}
	f := uint64(0)
	for i, n := range ones {
		if 2*int(n) > len(set) {
			f |= 1 << i
		}
	}
	return f
}

// Distance is the number of bits in which two fingerprints differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

// Cosine is the cosine of the angle between two sets that the distance of their
// fingerprints speaks for: each bit differs with the probability angle/π.
func Cosine(distance int) float64 {
	return max(0, math.Cos(math.Pi*float64(distance)/64))
}

// AppendTables appends a key for each table to dst. The 64 bits are cut into distance+2
// blocks; two fingerprints at most so far from each other agree in two blocks, and each
// pair of blocks is a table.
func AppendTables(dst []uint64, f uint64, distance int) []uint64 {
	blocks := distance + 2
	table := uint64(0)
	for i := range blocks {
		for j := i + 1; j < blocks; j++ {
			table++
			kept := f & (blockMask(i, blocks) | blockMask(j, blocks))
			dst = append(dst, mix.Full(kept+mix.Full(table)))
		}
	}
	return dst
}

// blockMask is the bits of block i of n.
func blockMask(i, n int) uint64 {
	from, to := 64*i/n, 64*(i+1)/n
	return (1<<(to-from) - 1) << from
}

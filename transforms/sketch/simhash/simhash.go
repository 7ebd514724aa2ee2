// Package simhash sketches a set as 64 bits. The smaller the angle between two sets, the fewer
// of their bits differ.
//
// Source: Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002. The
// tables in which similar fingerprints meet are those of Manku, Jain, Das Sarma, "Detecting
// near-duplicates for web crawling", WWW 2007, who give words a weight; elements have none here.
package simhash

import (
	"math"
	"math/bits"

	"example.org/diagonal/engine/shuffle/mix"
)

// MaxDistance is the largest distance for which there are tables.
const MaxDistance = 7

// Of returns the fingerprint of a set: bit i is 1 if it is 1 in most hashes of elements.
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

// Distance returns the number of bits in which two fingerprints differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }

// Cosine returns an estimate of the cosine of the angle between two sets, from the distance of
// their fingerprints: each bit differs with the probability angle/π.
func Cosine(distance int) float64 {
	return max(0, math.Cos(math.Pi*float64(distance)/64))
}

// AppendTables appends the key of the fingerprint f in each table to dst. The 64 bits are
// divided into distance+2 blocks, and each pair of blocks is a table. Fingerprints with at most
// this distance have the same bits in two blocks, so they have the same key in a table.
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

// blockMask returns the bits of block i of n.
func blockMask(i, n int) uint64 {
	from, to := 64*i/n, 64*(i+1)/n
	return (1<<(to-from) - 1) << from
}

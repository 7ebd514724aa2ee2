// Package mix contains the hash functions of numbers. Each is fixed for good: shards,
// signatures and results depend on its values, which a test pins.
//
// Two other hashes are formats of their own: that of a word (package token), and that of a run
// of words, which can be made of those of its parts (package wordhash).
package mix

// The multipliers are odd and have about as many ones as zeros.
const (
	golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	first  = 0xbf58476d1ce4e5b9 // the two of SplitMix64
	second = 0x94d049bb133111eb
)

// Full returns x with each of its bits spread over all 64 bits of the result. It is a
// bijection: the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", 2014).
func Full(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * first
	x = (x ^ x>>27) * second
	return x ^ x>>31
}

// High returns x with its bits spread over the upper bits of the result, which are those to
// use. It is a bijection, and takes two multiplications where Full takes as many and three
// more steps.
func High(x uint64) uint64 {
	x *= golden
	x ^= x >> 29
	return x * first
}

// OfHigh returns the x of which High made h.
func OfHigh(h uint64) uint64 {
	h *= firstInverse
	return (h ^ h>>29 ^ h>>58) * goldenInverse
}

// The inverses of the multipliers modulo 2^64.
var goldenInverse, firstInverse = inverse(golden), inverse(first)

// inverse returns the inverse of an odd number by Newton's method: each step doubles the number of bits that are
// right, of which there are three at first.
func inverse(x uint64) uint64 {
	y := x
	for range 5 {
		y *= 2 - x*y
	}
	return y
}

// Zero is Full with other shifts and without the addition, so that it maps 0 to 0.
func Zero(x uint64) uint64 {
	x = (x ^ x>>32) * first
	x = (x ^ x>>29) * second
	return x ^ x>>32
}

// Step returns the hash of a sequence whose hash is h with x appended. It is the cheapest:
// for tables in memory.
func Step(h, x uint64) uint64 {
	h = (h ^ x) * golden
	return h ^ h>>29
}

// Pair returns the 32-bit hash of two 32-bit hashes in their order.
func Pair(x, y uint32) uint32 {
	h := Step(uint64(x)<<32|uint64(y), first)
	return uint32(h * second >> 32)
}

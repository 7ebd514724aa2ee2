// Package wordhash hashes runs of words such that the hash of a run can be made of the
// hashes of its parts.
//
// The hashes are polynomials modulo the prime 2^61-1, so that the hash of a
// range is made of those of its sentences and depends on its words alone, not on
// where sentences end (Karp, Rabin, "Efficient randomized pattern-matching
// algorithms", 1987). Two different ranges of n words share one with a chance of
// about n/2^61.
package wordhash

import "math/bits"

const (
	prime = 1<<61 - 1
	base  = 0x9e3779b97f4a7c15 % prime
	base2 = base * base % prime
	base3 = base2 * base % prime
	base4 = base3 * base % prime
)

// Of returns the hash of a run of word hashes. That of no word is 0.
func Of(words []uint32) uint64 {
	h := uint64(0)
	for ; len(words) >= 4; words = words[4:] {
		h = addFour(h, words[0], words[1], words[2], words[3])
	}
	for _, w := range words {
		h = add(mul(h, base), uint64(w)+1)
	}
	return h
}

// addFour takes four words at once: their products do not wait for each other, and the
// remainder is taken once.
func addFour(h uint64, a, b, c, d uint32) uint64 {
	hi, lo := bits.Mul64(h, base4)
	hi, lo = plus(hi, lo, uint64(a)+1, base3)
	hi, lo = plus(hi, lo, uint64(b)+1, base2)
	hi, lo = plus(hi, lo, uint64(c)+1, base)
	lo, carry := bits.Add64(lo, uint64(d)+1, 0)
	hi += carry
	h = lo&prime + (hi<<3 | lo>>61) // less than 2^63
	return add(h&prime, h>>61)
}

// plus adds a times b to a number of 128 bits.
func plus(hi, lo, a, b uint64) (uint64, uint64) {
	high, low := bits.Mul64(a, b)
	lo, carry := bits.Add64(lo, low, 0)
	return hi + high + carry, lo
}

// Join returns the hash of a run whose hash is h and the n words after it, whose hash is
// next.
func Join(h, next uint64, n uint32) uint64 {
	for power := uint64(base); n > 0; n >>= 1 {
		if n&1 == 1 {
			h = mul(h, power)
		}
		power = mul(power, power)
	}
	return add(h, next)
}

func mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return add(lo&prime, hi<<3|lo>>61)
}

func add(a, b uint64) uint64 {
	if a += b; a >= prime {
		a -= prime
	}
	return a
}

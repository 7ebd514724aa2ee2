package record

import "math/bits"

// Hashes of words are polynomials modulo the prime 2^61-1, so that the hash of a
// range is made of those of its sentences and depends on its words alone, not on
// where sentences end (Karp, Rabin, "Efficient randomized pattern-matching
// algorithms", 1987). Two different ranges of n words share one with a chance of
// about n/2^61.
const (
	wordPrime = 1<<61 - 1
	wordBase  = 0x9e3779b97f4a7c15 % wordPrime
	wordBase2 = wordBase * wordBase % wordPrime
	wordBase3 = wordBase2 * wordBase % wordPrime
	wordBase4 = wordBase3 * wordBase % wordPrime
)

// HashWords is the hash of a run of word hashes; that of no word is 0.
func HashWords(words []uint32) uint64 {
	h := uint64(0)
	for ; len(words) >= 4; words = words[4:] {
		h = addFour(h, words[0], words[1], words[2], words[3])
	}
	for _, w := range words {
		h = addWord(mulWord(h, wordBase), uint64(w)+1)
	}
	return h
}

// addFour takes four words at once: their products do not wait for each other, and the
// remainder is taken once.
func addFour(h uint64, a, b, c, d uint32) uint64 {
	hi, lo := bits.Mul64(h, wordBase4)
	hi, lo = plus(hi, lo, uint64(a)+1, wordBase3)
	hi, lo = plus(hi, lo, uint64(b)+1, wordBase2)
	hi, lo = plus(hi, lo, uint64(c)+1, wordBase)
	lo, carry := bits.Add64(lo, uint64(d)+1, 0)
	hi += carry
	h = lo&wordPrime + (hi<<3 | lo>>61) // less than 2^63
	return addWord(h&wordPrime, h>>61)
}

// plus adds a times b to a number of 128 bits.
func plus(hi, lo, a, b uint64) (uint64, uint64) {
	high, low := bits.Mul64(a, b)
	lo, carry := bits.Add64(lo, low, 0)
	return hi + high + carry, lo
}

// joinWords is the hash of words whose hash is h and n words after them.
func joinWords(h, next uint64, n uint32) uint64 {
	for power := uint64(wordBase); n > 0; n >>= 1 {
		if n&1 == 1 {
			h = mulWord(h, power)
		}
		power = mulWord(power, power)
	}
	return addWord(h, next)
}

func mulWord(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return addWord(lo&wordPrime, hi<<3|lo>>61)
}

func addWord(a, b uint64) uint64 {
	if a += b; a >= wordPrime {
		a -= wordPrime
	}
	return a
}

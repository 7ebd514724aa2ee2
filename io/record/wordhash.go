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
)

// HashWords is the hash of a run of word hashes; that of no word is 0.
func HashWords(words []uint32) uint64 {
	h := uint64(0)
	for _, w := range words {
		h = addWord(mulWord(h, wordBase), uint64(w)+1)
	}
	return h
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

// Package bag compares sentences as bags of words: the order of the words does not count, and a
// word counts as often as it stands there.
//
// Source: Kim, "Scaling reuse detection in the web through two-way boosting with signatures and
// LSH", Journal of Korea Multimedia Society 16(6), 2013, after Metzler, Bernstein, Croft, Moffat,
// Zobel, CIKM 2005. For two sentences Q and R, Sw(Q,R) is the number of words that both share,
// divided by the words of Q, and S(Q,R) is the smaller one of Sw(Q,R) and Sw(R,Q). The smaller
// one has the larger divisor, so S is |Q∩R| / max(|Q|,|R|).
package bag

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/transforms/resemblance/overlap"
)

// Bag is the words of a sentence in ascending order. A word that a sentence repeats is there as
// often.
type Bag []uint32

// Append appends the bag of words to dst, and returns it. words is not changed.
func Append(dst Bag, words []uint32) Bag {
	from := len(dst)
	dst = append(dst, words...)
	slices.Sort(dst[from:])
	return dst
}

// Shared returns how many words two bags share: for each word the smaller one of its two numbers.
func Shared(a, b Bag) int { return overlap.Shared(a, b) }

// S returns the likeness of two sentences of a and b words that share so many, from 0 to 1. If both
// are empty, it is 0.
func S(shared, a, b int) float64 {
	if shared == 0 {
		return 0
	}
	return float64(shared) / float64(max(a, b))
}

// Hash returns a hash of 64 bits. Equal bags have equal hashes.
func (b Bag) Hash() uint64 {
	var buf [512]byte
	encoded := buf[:0]
	for _, w := range b {
		encoded = binary.LittleEndian.AppendUint32(encoded, w)
	}
	return xxhash.Sum64(encoded)
}

// AppendElements appends the elements of b to dst. They number the repeats of a word (the, the₂,
// the₃), so that the elements of a bag are a set, and two bags share as many words as their sets
// share elements. The lower half of an element is the word, the upper half the number of the
// repeat, from 0. Elements come in the order of b.
func (b Bag) AppendElements(dst []uint64) []uint64 {
	repeat := uint64(0)
	for i, w := range b {
		if i > 0 && w == b[i-1] {
			repeat++
		} else {
			repeat = 0
		}
		dst = append(dst, repeat<<32|uint64(w))
	}
	return dst
}

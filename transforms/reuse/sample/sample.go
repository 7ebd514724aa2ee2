// Package sample takes a sample of the different sentences of a collection: those with the smallest hashes. The sample
// is the same for any order of the sentences, and samples of parts of a collection make that of the whole.
//
// The hashes of n different sentences are evenly spread. So the k-th smallest one is about k/n of the largest, which
// says what n is (Bar-Yossef, Jayram, Kumar, Sivakumar, Trevisan, RANDOM 2002).
package sample

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"example.org/diagonal/transforms/reuse/bag"
)

// Most is the number of sentences in a sample. A share that is worked out of it is wrong by three hundredths at most,
// 19 times in 20.
const Max = 1024

// maxWords is the length of the longest sentence in a sample, which bounds its memory: 32 MB while it is taken. A
// longer one has nearly all bits in its signature, and meets others of its kind whatever is chosen.
const maxWords = 1 << 12

// Sample is a sample of sentences. The zero value has none.
type Sample struct {
	kept []sentence // up to twice Most
	// bound is the largest hash that may be in the sample, once kept has been cut.
	bound uint64
	cut   bool
}

type sentence struct {
	hash uint64
	bag  bag.Bag
}

// Add adds a sentence, whose bag is copied, unless it is very long.
func (s *Sample) Add(b bag.Bag) {
	if len(b) <= maxWords {
		s.add(sentence{b.Hash(), b})
	}
}

func (s *Sample) add(q sentence) {
	if s.cut && q.hash >= s.bound {
		return
	}
	s.kept = append(s.kept, sentence{q.hash, slices.Clone(q.bag)})
	if len(s.kept) == 2*Max {
		s.shrink()
	}
}

// shrink sorts the sample, and leaves Most different sentences.
func (s *Sample) shrink() {
	slices.SortFunc(s.kept, func(a, b sentence) int { return cmp.Compare(a.hash, b.hash) })
	s.kept = slices.CompactFunc(s.kept, func(a, b sentence) bool { return a.hash == b.hash })
	if len(s.kept) >= Max {
		s.kept = s.kept[:Max]
		s.cut, s.bound = true, s.kept[Max-1].hash
	}
}

// Bags returns the sentences in the order of their hashes.
func (s *Sample) Bags() (bags [][]uint32) {
	s.shrink()
	for _, q := range s.kept {
		bags = append(bags, q.bag)
	}
	return bags
}

// Different returns about how many different sentences were added. It is exact below Most.
func (s *Sample) Different() float64 {
	s.shrink()
	if len(s.kept) < Max {
		return float64(len(s.kept))
	}
	return (Max - 1) / (float64(s.bound) / math.MaxUint64)
}

// Append appends the sample to dst: of each sentence the number of its words, a uvarint, and its words, [4] each.
func (s *Sample) Append(dst []byte) []byte {
	for _, b := range s.Bags() {
		dst = binary.AppendUvarint(dst, uint64(len(b)))
		for _, w := range b {
			dst = binary.BigEndian.AppendUint32(dst, w)
		}
	}
	return dst
}

// Merge adds what Append wrote.
func (s *Sample) Merge(encoded []byte) error {
	var b bag.Bag
	for len(encoded) > 0 {
		n, width := binary.Uvarint(encoded)
		if width <= 0 || uint64(len(encoded)-width)/4 < n {
			return errors.New("sample: a sample of sentences ends too early")
		}
		encoded, b = encoded[width:], b[:0]
		for ; n > 0; n-- {
			b, encoded = append(b, binary.BigEndian.Uint32(encoded)), encoded[4:]
		}
		s.Add(b)
	}
	return nil
}

// Package vocabulary counts words over a collection, and holds sets of them.
// Words are the 32-bit hashes of package token.
package vocabulary

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Set is a set of words, made once and then only asked. The zero value is empty.
type Set struct {
	slots []uint32 // open addressing; 0 is empty
	zero  bool     // the word 0, which slots can not hold
	shift int
	size  int
}

// NewSet makes the set of the given words; repeats do no harm.
func NewSet(words []uint32) *Set {
	s := &Set{}
	n := bits.Len(uint(2*len(words) + 1)) // at most half full
	s.slots, s.shift = make([]uint32, 1<<n), 32-n
	for _, w := range words {
		if w == 0 {
			if !s.zero {
				s.zero, s.size = true, s.size+1
			}
			continue
		}
		if i, found := s.find(w); !found {
			s.slots[i] = w
			s.size++
		}
	}
	return s
}

// find is the slot that holds w, or the empty one where it belongs.
func (s *Set) find(w uint32) (int, bool) {
	i := int(w * 0x9e3779b1 >> s.shift)
	for s.slots[i] != 0 {
		if s.slots[i] == w {
			return i, true
		}
		if i++; i == len(s.slots) {
			i = 0
		}
	}
	return i, false
}

// Has says whether w is in the set.
func (s *Set) Has(w uint32) bool {
	if w == 0 {
		return s.zero
	}
	if len(s.slots) == 0 {
		return false
	}
	_, found := s.find(w)
	return found
}

// Len is the number of words in the set.
func (s *Set) Len() int { return s.size }

// AppendWords appends words to b, four little-endian bytes each, ascending: the
// form in which a table of words travels to the workers.
func AppendWords(b []byte, words []uint32) []byte {
	sorted := slices.Clone(words)
	slices.Sort(sorted)
	for _, w := range slices.Compact(sorted) {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// ReadWords is the inverse of AppendWords.
func ReadWords(b []byte) ([]uint32, error) {
	if len(b)%4 != 0 {
		return nil, fmt.Errorf("vocabulary: a table of words has %d bytes, which four do not divide", len(b))
	}
	words := make([]uint32, len(b)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return words, nil
}

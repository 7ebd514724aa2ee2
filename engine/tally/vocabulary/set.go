// Package vocabulary counts words over a collection, and holds sets of them.
// Words are the 32-bit hashes of package token.
package vocabulary

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Set is a set of words that does not change. The zero value is empty.
//
// Every word is in one of two slots (Pagh, Rodler, "Cuckoo hashing", 2004), so that Has needs no
// branch. A branch would often be predicted wrongly, because frequent and rare words alternate.
type Set struct {
	slots []uint32 // 0 is empty
	zero  bool     // the word 0, which slots cannot hold
	shift uint     // below 32
	size  int
}

// NewSet returns the set of the given words, which may repeat.
func NewSet(words []uint32) *Set {
	n := bits.Len(uint(2*len(words) + 1)) // at most half full
	for {
		if s := newSet(words, n); s != nil {
			return s
		}
		n++ // with 32 bits no two words share a slot
	}
}

// newSet returns a set of 2^n slots, or nil if the words do not fit.
func newSet(words []uint32, n int) *Set {
	s := &Set{slots: make([]uint32, 1<<n), shift: uint(32 - n)}
	for _, w := range words {
		if s.Has(w) {
			continue
		}
		if !s.insert(w) {
			return nil
		}
		s.size++
	}
	return s
}

// maxMoves is the number of words that may be moved to make room for one.
const maxMoves = 500

// insert adds a new word, and reports whether there was room.
func (s *Set) insert(w uint32) bool {
	if w == 0 {
		s.zero = true
		return true
	}
	at := s.second(w)
	for range maxMoves {
		if at == s.first(w) { // the other of the two
			at = s.second(w)
		} else {
			at = s.first(w)
		}
		w, s.slots[at] = s.slots[at], w
		if w == 0 {
			return true
		}
	}
	return false
}

// first and second return the slots that may have w.
func (s *Set) first(w uint32) uint32  { return w * 0x9e3779b1 >> (s.shift & 31) }
func (s *Set) second(w uint32) uint32 { return w * 0x85ebca6b >> (s.shift & 31) }

// Has reports whether w is in the set.
func (s *Set) Has(w uint32) bool {
	if w == 0 {
		return s.zero
	}
	if len(s.slots) == 0 {
		return false
	}
	return uint64(s.slots[s.first(w)]^w)*uint64(s.slots[s.second(w)]^w) == 0
}

// Len returns the number of words in the set.
func (s *Set) Len() int { return s.size }

// AppendWords appends words to b, each once, ascending, in four little-endian bytes. In this form
// a table of words is sent to the workers.
func AppendWords(b []byte, words []uint32) []byte {
	sorted := slices.Clone(words)
	slices.Sort(sorted)
	for _, w := range slices.Compact(sorted) {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// ReadWords returns the words that AppendWords wrote. There is an error if four does not divide
// the length of b.
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

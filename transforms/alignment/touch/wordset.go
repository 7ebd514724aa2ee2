package touch

import (
	"math/bits"

	"example.org/diagonal/transforms/alignment/scratch"
)

// wordSet is the distinct words of a unit. It is used for one unit after the other, without being cleared: the
// words of each have a number of their own. The zero value is ready for begin.
type wordSet struct {
	slots []uint64 // number of the unit << 32 | word
	unit  uint64   // the number of the unit at hand, << 32
	shift uint     // by which a hash of 32 bits is shifted to its slot
}

// begin empties the set, for at most n words.
func (s *wordSet) begin(n int) {
	width := bits.Len(uint(max(31, 2*n))) // at most half full
	if len(s.slots) < 1<<width || s.unit == 1<<64-1<<32 {
		s.slots, s.unit = make([]uint64, 1<<width), 0
	}
	s.unit += 1 << 32
	s.shift = uint(32 - width)
}

// find returns the slot of a word: where it is, or would be.
func (s *wordSet) find(word uint32) *uint64 {
	mask := uint32(1)<<(32-s.shift) - 1
	want := s.unit | uint64(word)
	for k := word * 0x9e3779b1 >> (s.shift & 31); ; k = (k + 1) & mask {
		if slot := &s.slots[k]; *slot == want || *slot < s.unit {
			return slot
		}
	}
}

// add adds a word, and returns 1 if it was not there.
func (s *wordSet) add(word uint32) int {
	slot, want := s.find(word), s.unit|uint64(word)
	added := int(scratch.Bit(*slot != want))
	*slot = want
	return added
}

// has returns 1 if a word is there.
func (s *wordSet) has(word uint32) int { return int(scratch.Bit(*s.find(word) == s.unit|uint64(word))) }

package misread

import (
	"encoding/binary"
	"iter"
	"slices"
)

// sample is the places with the smallest hashes. The zero value is empty and ready.
type sample struct {
	places map[uint64]*place
	limit  uint64 // larger hashes are not kept, if full
	full   bool
	fresh  []uint64 // the places that are new since append; some are not kept any more
	hashes []uint64 // scratch
}

// place is a place with its words, in order of their hashes; only the first slot ones.
type place struct {
	words []word
	isNew bool // since append
}

type word struct {
	hash uint32
	// letters are the small letters of the word, or its Han characters. Of several spellings with one hash it is the
	// smallest.
	letters string
}

// takes reports whether a place may be kept.
func (s *sample) takes(hash uint64) bool { return !s.full || hash <= s.limit }

// put adds a word to a place that the sample takes. size is how many places it keeps.
func (s *sample) put(hash uint64, h uint32, letters []byte, size int) {
	if s.places == nil {
		s.places = map[uint64]*place{}
	}
	p := s.places[hash]
	if p == nil {
		p = &place{}
		s.places[hash] = p
		defer s.shrink(size)
	}
	i, found := slices.BinarySearchFunc(p.words, h, func(w word, h uint32) int { return int(int64(w.hash) - int64(h)) })
	switch {
	case found && string(letters) < p.words[i].letters:
		p.words[i].letters = string(letters)
	case !found && i < slot:
		p.words = slices.Insert(p.words, i, word{h, string(letters)})
		p.words = p.words[:min(len(p.words), slot)]
	default:
		return
	}
	if !p.isNew {
		p.isNew, s.fresh = true, append(s.fresh, hash)
	}
}

// shrink leaves size places if there are twice as many.
func (s *sample) shrink(size int) {
	if len(s.places) < 2*size {
		return
	}
	s.hashes = s.sorted()
	s.limit, s.full = s.hashes[size-1], true
	for _, h := range s.hashes[size:] {
		delete(s.places, h)
	}
}

// sorted returns the hashes of the places in order.
func (s *sample) sorted() []uint64 {
	hashes := s.hashes[:0]
	for h := range s.places {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	return hashes
}

// append appends the places to dst that are new since it was last called:
//
//	for each place: hash [8]; number of words [1]; for each word: hash [4], length of the letters, uvarint, letters
func (s *sample) append(dst []byte) []byte {
	for _, h := range s.fresh {
		p := s.places[h]
		if p == nil || !p.isNew {
			continue
		}
		p.isNew = false
		dst = append(binary.BigEndian.AppendUint64(dst, h), byte(len(p.words)))
		for _, w := range p.words {
			dst = binary.AppendUvarint(binary.BigEndian.AppendUint32(dst, w.hash), uint64(len(w.letters)))
			dst = append(dst, w.letters...)
		}
	}
	s.fresh = s.fresh[:0]
	return dst
}

// merge adds places that append has appended. size is how many places the sample keeps.
func (s *sample) merge(b []byte, size int) error {
	for len(b) > 0 {
		if len(b) < 9 {
			return errDamaged
		}
		h, n := binary.BigEndian.Uint64(b), b[8]
		b = b[9:]
		for range n {
			if len(b) < 5 {
				return errDamaged
			}
			hash := binary.BigEndian.Uint32(b)
			length, used := binary.Uvarint(b[4:])
			if used <= 0 || length > uint64(len(b)-4-used) {
				return errDamaged
			}
			b = b[4+used:]
			if s.takes(h) {
				s.put(h, hash, b[:length], size)
			}
			b = b[length:]
		}
	}
	return nil
}

// pairs returns the two words of each of the first size places that has two.
func (s *sample) pairs(size int) iter.Seq2[word, word] {
	return func(yield func(a, b word) bool) {
		s.hashes = s.sorted()
		for _, h := range s.hashes[:min(len(s.hashes), size)] {
			if p := s.places[h].words; len(p) == 2 && !yield(p[0], p[1]) {
				return
			}
		}
	}
}

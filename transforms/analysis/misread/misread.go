// Package misread measures whether the texts of a collection were read from scans, with errors.
//
// Reuse shows it. Where the same four words stand around two different words of five letters or more, somebody has put the one in
// the place of the other: an editor with another word, or a reader of a scanned page with the same word, read
// otherwise ("soldiers", "solditers"). Of the places that have exactly two words, the measure is the share of
// those whose words are spelled alike though neither is a form of the other. Places with more words are slots of
// the language ("the … of the …"), and say nothing. No dictionary is needed, and no language is known.
//
// The places are a sample: those whose hashes are the smallest. So the measure does not depend on the
// order of the documents, or on how they are divided.
package misread

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/shuffle/mix"
)

const (
	// around is how many words on each side of a word make its place.
	around = 2
	// sampled is how many places a sketch keeps.
	sampled = 1 << 14
	// slot is how many words a place has at least that is a slot of the language.
	slot = 3
	// leastLetters is the length of words from which on two can be told to be spelled alike.
	leastLetters = 5
	// edits bounds what alike words differ in: one letter for so many of the longer one.
	edits = 4
	// ending is how many letters at the end forms of a word differ in.
	ending = 2
)

// Words that are spelled alike are at least leastShare of the pairs, and at least leastAlike, in a collection that
// was read with errors. Of two collections of scanned newspapers they are .22 and .40, of scanned laws with few
// errors .09, and of eight collections without any at most .02 (docs/quality.md).
const (
	leastShare = .15
	leastAlike = 8
)

// Counts is what is known of the places of a collection.
type Counts struct {
	// Pairs is places with two words that are long enough, and Alike those of them whose words are spelled alike.
	Pairs, Alike int64
}

// Misread reports whether the texts were read with errors.
func (c Counts) Misread() bool {
	return c.Alike >= leastAlike && float64(c.Alike) >= leastShare*float64(c.Pairs)
}

// Sketch is a sample of places. The zero value is empty and ready. It is not safe for concurrent use.
//
// A worker has one for all that it reads, and sends what is new from time to time (Append): the more it has read,
// the fewer places are among the smallest.
type Sketch struct {
	places map[uint64]*place
	limit  uint64 // larger hashes are not kept, if full
	full   bool
	fresh  []uint64 // the places that are new since Append; some are not kept any more

	// scratch
	word   []byte
	hashes []uint64
}

// place is a place with its words, in order of their hashes; only the first slot ones.
type place struct {
	words []word
	isNew bool // since Append
}

type word struct {
	hash uint32
	// letters are the small letters of the word. Of several spellings with one hash it is the smallest.
	letters string
}

// Add adds the places of a document. words are the hashes of its words, and spell returns how one of them is written.
func (s *Sketch) Add(words []uint32, spell func(i int) []byte) {
	if s.places == nil {
		s.places = map[uint64]*place{}
	}
	for i := around; i < len(words)-around; i++ {
		text := spell(i)
		if len(text) < leastLetters { // bytes
			continue
		}
		left, right := uint64(words[i-2])<<32|uint64(words[i-1]), uint64(words[i+1])<<32|uint64(words[i+2])
		h := mix.Full(mix.Full(left) ^ bits.RotateLeft64(right, 17))
		if s.full && h > s.limit {
			continue
		}
		if s.word = appendLetters(s.word[:0], text); len(s.word) > 0 {
			s.put(h, words[i], s.word)
		}
	}
}

// appendLetters appends the small letters of a word, or nothing if it is not to be compared.
func appendLetters(dst, text []byte) []byte {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return dst[:0]
		}
		dst, text, n = utf8.AppendRune(dst, unicode.ToLower(r)), text[size:], n+1
	}
	if n < leastLetters {
		return dst[:0]
	}
	return dst
}

// put adds a word to a place.
func (s *Sketch) put(hash uint64, h uint32, letters []byte) {
	p := s.places[hash]
	if p == nil {
		p = &place{}
		s.places[hash] = p
		defer s.shrink()
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

// shrink leaves the sampled places if there are twice as many.
func (s *Sketch) shrink() {
	if len(s.places) < 2*sampled {
		return
	}
	s.hashes = s.sorted()
	s.limit, s.full = s.hashes[sampled-1], true
	for _, h := range s.hashes[sampled:] {
		delete(s.places, h)
	}
}

// sorted returns the hashes of the places in order.
func (s *Sketch) sorted() []uint64 {
	hashes := s.hashes[:0]
	for h := range s.places {
		hashes = append(hashes, h)
	}
	slices.Sort(hashes)
	return hashes
}

// Append appends the places of s to dst that are new since it was last called:
//
//	for each place: hash [8]; number of words [1]; for each word: hash [4], length of the letters, uvarint, letters
func (s *Sketch) Append(dst []byte) []byte {
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

var errDamaged = errors.New("misread: damaged")

// Merge adds a sketch that Append has appended. The error is about one that is damaged.
func (s *Sketch) Merge(b []byte) error {
	if s.places == nil {
		s.places = map[uint64]*place{}
	}
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
			length, size := binary.Uvarint(b[4:])
			if size <= 0 || length > uint64(len(b)-4-size) {
				return errDamaged
			}
			b = b[4+size:]
			if !s.full || h <= s.limit {
				s.put(h, hash, b[:length])
			}
			b = b[length:]
		}
	}
	return nil
}

// Count counts the pairs of the sampled places.
func (s *Sketch) Count() (c Counts) {
	var comparer spelling.Comparer
	s.hashes = s.sorted()
	for _, h := range s.hashes[:min(len(s.hashes), sampled)] {
		p := s.places[h].words
		if len(p) != 2 {
			continue
		}
		c.Pairs++
		if alike(&comparer, bytes.Runes([]byte(p[0].letters)), bytes.Runes([]byte(p[1].letters))) {
			c.Alike++
		}
	}
	return c
}

// alike reports whether two words are spelled alike, and neither in the first letter nor in the last ones otherwise:
// many languages make forms of a word there.
func alike(c *spelling.Comparer, a, b []rune) bool {
	return a[0] == b[0] && slices.Equal(a[len(a)-ending:], b[len(b)-ending:]) && edits*spelling.Distance(c, a, b) <= max(len(a), len(b))
}

// Package misread measures whether the texts of a collection were read from scans, with errors.
//
// Reuse shows it. Where the same six words stand around two different words of five letters or more, somebody has put
// the one in the place of the other: an editor with another word, or a reader of a scanned page with the same word,
// read otherwise ("soldiers", "solditers"). Of the places that have exactly two words, the measure is the share of
// those whose words are spelled alike though neither is a form of the other, and one of them is found hardly anywhere
// else in the collection. An error makes a word that nobody writes. Editions that spell otherwise ("virtus", "uirtus")
// do so in every word, and both spellings are frequent. Places with more words are slots of the language ("the … of the
// …"), and say nothing. No dictionary is needed, and no language is known.
//
// A Han character has no spelling, but an editor writes words, and most words have two characters. A reader of a page
// errs by one. So of the places between the same twelve characters, where one character or two have been replaced, the
// measure is the share of those with one. Editions that write a character in several ways have a large share, too.
//
// The places are a sample: those whose hashes are the smallest. So the measure does not depend on the
// order of the documents, or on how they are divided.
package misread

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/spelling"
)

const (
	// around is how many words on each side of a word make its place, and aroundHan how many characters that of
	// characters.
	around, aroundHan = 3, 6
	// sampled is how many places of words a sketch keeps, and sampledHan how many of characters: fewer of them have
	// two texts.
	sampled, sampledHan = 1 << 14, 1 << 16
	// slot is how many words a place has at least that is a slot of the language.
	slot = 3
	// minLetters is the length of words from which on two can be told to be spelled alike.
	minLetters = 5
	// edits bounds what alike words differ in: one letter for so many of the longer one.
	edits = 4
	// ending is how many letters at the end forms of a word differ in.
	ending = 2
)

// In a collection that was read with errors, words that were read otherwise are minShare of the pairs, characters
// that are alone minShareHan, and above more. So few pairs have to be clearer than many: two slips of a writer are no
// scan. In clean text, folders of 5 to 50 documents are below above, and collections far below the shares.
const (
	minShare    = .08
	minShareHan = .6
	above       = 2
)

// Counts is what is known of the places of a collection.
type Counts struct {
	// Pairs is places with two words that are long enough, and Misread those of them whose words are spelled alike, and
	// one is rare beside the other.
	Pairs, Misread int64
	// PairsHan is places with two texts of one character or of two, and Alone those with one.
	PairsHan, Alone int64
}

// Shown reports whether the texts were read with errors.
func (c Counts) Shown() bool { return c.ShownByWords() || c.ShownByHan() }

// ShownByWords reports whether the words show it.
func (c Counts) ShownByWords() bool { return exceeds(c.Misread, c.Pairs, minShare) }

// ShownByHan reports whether the Han characters show it.
func (c Counts) ShownByHan() bool { return exceeds(c.Alone, c.PairsHan, minShareHan) }

func exceeds(n, of int64, share float64) bool { return float64(n) >= share*float64(of)+above }

// Sketch is a sample of places. The zero value is empty and ready. It is not safe for concurrent use.
//
// A worker has one for all that it reads, and sends what is new from time to time (Append): the more it has read,
// the fewer places are among the smallest.
type Sketch struct {
	words, han sample

	// scratch
	word []byte
}

// Add adds the places of a document. words are the hashes of its words, where a Han character is one, and spell
// returns how one of them is written.
func (s *Sketch) Add(words []uint32, spell func(i int) []byte) {
	s.addWords(words, spell)
	s.addHan(words, spell)
}

func (s *Sketch) addWords(words []uint32, spell func(i int) []byte) {
	for i := around; i < len(words)-around; i++ {
		text := spell(i)
		if len(text) < minLetters { // bytes
			continue
		}
		h := placeOf(words[i-around:i], words[i+1:i+1+around])
		if !s.words.takes(h) {
			continue
		}
		if s.word = appendLetters(s.word[:0], text); len(s.word) > 0 {
			s.words.put(h, words[i], s.word, sampled)
		}
	}
}

// addHan adds the places of one Han character and of two.
func (s *Sketch) addHan(words []uint32, spell func(i int) []byte) {
	before := false // whether the character at i-1 is Han
	for i := aroundHan; i < len(words)-aroundHan; i++ {
		text := spell(i)
		if !isHan(text) {
			before = false
			continue
		}
		right := words[i+1 : i+1+aroundHan]
		s.addCharacters(placeOf(words[i-aroundHan:i], right), words[i], text)
		if before && i > aroundHan {
			s.word = append(append(s.word[:0], spell(i-1)...), text...)
			s.addCharacters(mix.Full(placeOf(words[i-1-aroundHan:i-1], right)),
				words[i-1]^bits.RotateLeft32(words[i], 1), s.word)
		}
		before = true
	}
}

func (s *Sketch) addCharacters(place uint64, hash uint32, text []byte) {
	if s.han.takes(place) {
		s.han.put(place, hash, text, sampledHan)
	}
}

// placeOf returns a hash of the words on the left and on the right of a place.
func placeOf(left, right []uint32) (h uint64) {
	for _, words := range [][]uint32{left, right} {
		for _, w := range words {
			h = mix.Full(h ^ uint64(w))
		}
	}
	return h
}

// numerals are the Han characters of numbers: another number is no error.
const numerals = "〇一二三四五六七八九十百千万零两"

// isHan reports whether text is a Han character, and none of a number.
func isHan(text []byte) bool {
	r, _ := utf8.DecodeRune(text)
	return r >= utf8.RuneSelf && unicode.Is(unicode.Han, r) && !strings.ContainsRune(numerals, r)
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
	if n < minLetters {
		return dst[:0]
	}
	return dst
}

// Append appends the places of s to dst that are new since it was last called: those of words, and those of
// characters, each sample with its length in bytes [4] before it.
func (s *Sketch) Append(dst []byte) []byte {
	for _, of := range []*sample{&s.words, &s.han} {
		at := len(dst)
		dst = of.append(append(dst, 0, 0, 0, 0))
		binary.BigEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	}
	return dst
}

var errDamaged = errors.New("misread: damaged")

// Merge adds a sketch that Append has appended. The error is about one that is damaged.
func (s *Sketch) Merge(b []byte) error {
	for _, to := range []struct {
		*sample
		size int
	}{{&s.words, sampled}, {&s.han, sampledHan}} {
		if len(b) < 4 || uint64(binary.BigEndian.Uint32(b)) > uint64(len(b)-4) {
			return errDamaged
		}
		n := 4 + binary.BigEndian.Uint32(b)
		if err := to.merge(b[4:n], to.size); err != nil {
			return err
		}
		b = b[n:]
	}
	if len(b) > 0 {
		return errDamaged
	}
	return nil
}

// Pairs returns the pairs of the sampled places.
func (s *Sketch) Pairs() (p Pairs) {
	var comparer spelling.Comparer
	for a, b := range s.words.pairs(sampled) {
		p.counts.Pairs++
		if alike(&comparer, []rune(a.letters), []rune(b.letters)) {
			p.alike = append(p.alike, [2]uint32{a.hash, b.hash})
		}
	}
	for a, b := range s.han.pairs(sampledHan) {
		a, b := []rune(a.letters), []rune(b.letters)
		switch {
		case len(a) == 1 && len(b) == 1:
			p.counts.Alone++
			p.counts.PairsHan++
		case len(a) == 2 && len(b) == 2 && a[0] != b[0] && a[1] != b[1]:
			p.counts.PairsHan++
		}
	}
	return p
}

// alike reports whether two words are spelled alike, and neither in the first letter nor in the last ones otherwise:
// many languages make forms of a word there.
func alike(c *spelling.Comparer, a, b []rune) bool {
	return a[0] == b[0] && slices.Equal(a[len(a)-ending:], b[len(b)-ending:]) &&
		edits*spelling.Distance(c, a, b) <= max(len(a), len(b))
}

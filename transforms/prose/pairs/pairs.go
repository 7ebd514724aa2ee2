// Package pairs finds the function words of a language in its text: words such as "the", "of" and "in", which
// stand beside many different words, on both sides. In prose every third word or so is one; in lists, tables and
// heads of mails few are.
package pairs

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strconv"
	"sync"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/token"
)

const (
	// size is the number of pairs in the Sample of a large collection. A word that just is a function word begins
	// 33 of them.
	size = 1 << 14
	// minShare is the share of the distinct pairs of neighbouring words that a function word begins, and ends.
	minShare = 1. / 500
	// minPairs is the least size of a sample that says which words are function words. In a smaller one a word
	// with minShare would be in less than eight pairs, which chance brings.
	minPairs = 4000
)

// Sample is a sample of the distinct pairs of neighbouring words of texts: those with the smallest hashes. So it
// does not depend on how often a pair stands somewhere, on the order of the texts, or on which of them are counted
// together (bottom-k sketch: Cohen, Kaplan, "Summarizing data using bottom-k sketches", PODC 2007). The zero value
// is not ready: see New.
type Sample struct {
	size int
	// less than limit is the hash of a pair that may be in the sample.
	limit uint64
	// hashes are those of the sample, and of others; some are there twice. mix.OfHigh returns the pair of one.
	hashes []uint64
	// sent is the sample when it was last appended, ascending.
	sent []uint64
}

// New returns an empty Sample.
func New() *Sample { return &Sample{size: size, limit: math.MaxUint64} }

// Add adds the pairs of the words of a text.
func (s *Sample) Add(words []uint32) {
	if len(words) == 0 {
		return
	}
	first := words[0]
	for _, last := range words[1:] {
		if hash := mix.High(uint64(first)<<32 | uint64(last)); hash < s.limit {
			s.add(hash)
		}
		first = last
	}
}

func (s *Sample) add(hash uint64) {
	s.hashes = append(s.hashes, hash)
	if len(s.hashes) >= 3*s.size {
		s.shrink()
	}
}

// shrink leaves nothing but the sample, ascending.
func (s *Sample) shrink() {
	slices.Sort(s.hashes)
	s.hashes = slices.Compact(s.hashes)
	if len(s.hashes) >= s.size {
		s.hashes = s.hashes[:s.size]
		s.limit = s.hashes[s.size-1]
	}
}

// Append appends to dst, for Merge, what is new in the sample since it was last called: the hashes of the pairs,
// ascending, eight bytes little-endian. So a worker has one Sample for all that it reads: the more it has read, the
// fewer pairs are new.
func (s *Sample) Append(dst []byte) []byte {
	s.shrink()
	sent := s.sent
	for _, hash := range s.hashes {
		for len(sent) > 0 && sent[0] < hash {
			sent = sent[1:]
		}
		if len(sent) == 0 || sent[0] != hash {
			dst = binary.LittleEndian.AppendUint64(dst, hash)
		}
	}
	s.sent = append(s.sent[:0], s.hashes...)
	return dst
}

var errShort = errors.New("pairs: a sample is cut short")

// Merge adds what Append of another Sample wrote. There is an error if eight does not divide the length of b.
func (s *Sample) Merge(b []byte) error {
	for ; len(b) >= 8; b = b[8:] {
		if hash := binary.LittleEndian.Uint64(b); hash < s.limit {
			s.add(hash)
		}
	}
	if len(b) > 0 {
		return errShort
	}
	return nil
}

// numbers is the words that are a number of at most four digits. In text with numbered lines they stand beside as many
// words as function words do, but a column of numbers is no prose. Longer ones stand nowhere so often.
var numbers = sync.OnceValue(func() map[uint32]bool {
	all := make(map[uint32]bool, 10_000)
	for n := range 10_000 {
		if word, ok := token.HashWord(strconv.Itoa(n)); ok {
			all[word] = true
		}
	}
	return all
})

// FunctionWords returns the words that begin at least minShare of the pairs of the sample, and end as many,
// ascending, without numbers, and their share of the words that begin pairs. It returns none if the sample is too small
// to say.
func (s *Sample) FunctionWords() (words []uint32, share float64) {
	s.shrink()
	if len(s.hashes) < minPairs {
		return nil, 0
	}
	type count struct{ begins, ends int }
	counts := map[uint32]count{}
	for _, hash := range s.hashes {
		pair := mix.OfHigh(hash)
		first, last := uint32(pair>>32), uint32(pair)
		c := counts[first]
		c.begins++
		counts[first] = c
		c = counts[last]
		c.ends++
		counts[last] = c
	}
	begun := 0
	for w, c := range counts {
		if float64(min(c.begins, c.ends)) >= minShare*float64(len(s.hashes)) && !numbers()[w] {
			words = append(words, w)
			begun += c.begins
		}
	}
	slices.Sort(words)
	return words, float64(begun) / float64(len(s.hashes))
}

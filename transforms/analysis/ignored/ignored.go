// Package ignored finds the words of a document that do not count: in quotation marks (Quotes), in quoted lines
// (QuotedLines), in lists of references (References), and those that stand in a text which does not count, such as a
// task sheet or a template.
//
// The last are the runs of Words words that the text has, too (Set, Runs).
// Where a document changed the text, such as a date in it, the runs over the change are its own. So only the
// changed words count, and what is less than a run between two changes.
package ignored

import (
	"encoding/binary"
	"maps"
	"slices"
	"sort"

	"example.org/diagonal/engine/shuffle/mix"
)

// Words is the number of words, or Han characters, of a run, and the least of a quotation or a list that does not
// count: a name in quotation marks is part of the sentence around it.
const Words = 5

// hashSize is the bytes of the hash of a run.
const hashSize = 8

// Set collects the runs of texts.
type Set map[uint64]struct{}

// Add adds the runs of a text, of which words are the hashes of its words.
func (s Set) Add(words []uint32) {
	for i := range len(words) - Words + 1 {
		s[hash(words[i:i+Words])] = struct{}{}
	}
}

// Runs returns the runs that were added.
func (s Set) Runs() Runs {
	all := make(Runs, 0, hashSize*len(s))
	for _, h := range slices.Sorted(maps.Keys(s)) {
		all = binary.BigEndian.AppendUint64(all, h)
	}
	return all
}

// Runs is the runs of texts that do not count: their hashes, of eight bytes each, in ascending order. A worker gets
// them as they are. Nil is none.
type Runs []byte

// Len returns the number of different runs.
func (r Runs) Len() int { return len(r) / hashSize }

// has reports whether a run with the hash h is one of r.
func (r Runs) has(h uint64) bool {
	at := func(i int) uint64 { return binary.BigEndian.Uint64(r[hashSize*i:]) }
	i := sort.Search(r.Len(), func(i int) bool { return at(i) >= h })
	return i < r.Len() && at(i) == h
}

// Mark sets those of dst to true, of which there are as many as words, whose word is in a run of r. The others stay
// as they are. It returns how many it has set.
func (r Runs) Mark(dst []bool, words []uint32) (n int) {
	end := 0 // of the words that are set
	for i := range len(words) - Words + 1 {
		if !r.has(hash(words[i : i+Words])) {
			continue
		}
		for end = max(end, i); end < i+Words; end++ {
			dst[end] = true
			n++
		}
	}
	return n
}

// Edges returns the edges of the ranges of words that are marked, as record.Analysed has them.
func Edges(marks []bool) (edges []uint32) {
	for i, mark := range marks {
		if mark != (len(edges)%2 == 1) {
			edges = append(edges, uint32(i))
		}
	}
	if len(edges)%2 == 1 {
		edges = append(edges, uint32(len(marks)))
	}
	return edges
}

// Own returns what stands for word i of a document, by its key, if the word does not count. No other word of any
// document has it, but by chance.
func Own(document uint64, i int) uint64 { return mix.Full(mix.Full(document) + uint64(i)) }

func hash(run []uint32) uint64 {
	h := uint64(0)
	for _, word := range run {
		h = mix.Step(h, uint64(word))
	}
	return mix.Full(h)
}

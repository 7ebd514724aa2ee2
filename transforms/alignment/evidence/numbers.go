package evidence

import (
	"fmt"
	"strconv"
	"sync"

	"example.org/diagonal/transforms/alignment/ends"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/analysis/token"
)

// numbersSimilarity is the similarity from which on a list is a copy.
const numbersSimilarity = .9

// enumerated reports whether what the two sides of c share is numbers as much as words: lists of
// chapters, months or lines, and tables. Of the words in their common runs of indexed.RunWords words,
// each run counted once, a share of Numbers are then short numbers. Two lists that were
// made apart share these, too. Ranges that are next to equal (numbersSimilarity) are
// copies, whatever they consist of.
func (j *Judge) enumerated(c *ends.Passage) bool {
	if j.Numbers == 0 {
		return false
	}
	a, all, short := j.A.Plain()[c.A.Lo:c.A.Hi], 0, 0
	j.Marker.EachGram(a, j.B.Plain()[c.B.Lo:c.B.Hi], indexed.RunWords, func(x int) {
		for k := range uint32(indexed.RunWords) {
			if isShortNumber(j.A, c.A.Lo+uint32(x)+k) {
				short++
			}
		}
		all += indexed.RunWords
	})
	return all > 0 && float64(short) >= j.Numbers*float64(all) && c.Similarity(j.Pair) < numbersSimilarity
}

// isShortNumber reports whether word x of d is an ordinal, a part of a date or a price, and the like: a
// number of up to four digits, or a Roman one from II to XLIX. The parts of 1,358,000 are none:
// such a number is a fact, as rare as a name.
func isShortNumber(d *indexed.Document, x uint32) bool {
	words := d.Plain()
	kind := shortNumbers()[words[x]]
	if kind == noNumber {
		return false
	}
	before := kind == thousands && x > 0 && d.From[x] == d.To[x-1] && shortNumbers()[words[x-1]] != noNumber
	after := int(x)+1 < len(words) && d.From[x+1] == d.To[x] && shortNumbers()[words[x+1]] == thousands
	return !before && !after
}

// numberKind is what a word is as a number.
type numberKind uint8

const (
	noNumber numberKind = iota
	short
	thousands // of three digits, as those behind the comma of 1,358
)

// shortNumbers are the hashes of short numbers.
var shortNumbers = sync.OnceValue(func() map[uint32]numberKind {
	numbers := map[uint32]numberKind{}
	add := func(word string, kind numberKind) {
		hash, _ := token.HashWord(word)
		numbers[hash] = kind
	}
	for n := range 10000 {
		add(strconv.Itoa(n), short)
	}
	for n := range 100 {
		add(fmt.Sprintf("%02d", n), short)
	}
	for n := range 1000 {
		add(fmt.Sprintf("%03d", n), thousands)
	}
	for tens, x := range []string{"", "x", "xx", "xxx", "xl"} {
		for ones, i := range []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"} {
			if 10*tens+ones > 1 { // I is a word
				add(x+i, short)
			}
		}
	}
	return numbers
})

package seedextend

import (
	"math"
	"slices"
)

// endRun is the length in words of the common runs that say which words two sides share, at the ends of a passage.
const endRun = 2

// priorAround is what is known of the words around a passage before any are counted: of 20 words two are shared, mostly
// one behind the other.
var priorAround = chain{{17.1, .9}, {.9, 1.1}}

// trim moves the ends of a passage of whole units inwards, to where the two sides begin to share words: the units of
// one side may begin far before what the other side has of them, most where sentences are long or have no stops.
//
// An end is a change point between two chains of Markov: whether a word is shared (in a common run of endRun words)
// depends on whether the word next to it is, in one way in the passage, between its first and last shared word, and in
// another way around it. Both are counted. The end is where the words of the first unit (or the last one) are most
// likely, those outside of it in the chain around, those inside in that of the passage. It moves if that is more likely
// than the end of the unit by a factor of more than the number of its words, each of which could have been the end. So
// a passage with long stretches of other words, as one that was retold has, keeps its units. One that would be shorter
// than minChars keeps them, too.
func (w *Worker) trim(c *cluster) {
	if c.stretch || c.quoted {
		return
	}
	windowA, windowB := w.windows(c)
	if !w.markShort(windowA, windowB, endRun) {
		return
	}
	a := trimmed(w.a, c.i0, c.i1, w.short.a, windowA)
	b := trimmed(w.b, c.j0, c.j1, w.short.b, windowB)
	if (a != c.a || b != c.b) && w.lengthTo(a, b, minChars) >= minChars {
		c.a, c.b, c.trimmed = a, b, true
	}
}

// trimmed returns the words of the units [first, end) of d between its ends (trim). marks are of the words of window.
func trimmed(d *Document, first, end uint32, marks []bool, window span) span {
	s := span{d.Units[first], d.Units[end]}
	inside, around := chain{{1, 1}, {1, 1}}, priorAround
	inside.add(shared(marks[s.lo-window.lo : s.hi-window.lo]))
	around.add(marks[:s.lo-window.lo])
	around.add(marks[s.hi-window.lo:])
	var score [2][2]float64 // how much likelier a word is around than inside, as a logarithm
	for before := range uint32(2) {
		for word := range uint32(2) {
			score[before][word] = math.Log(around.of(before, word) / inside.of(before, word))
		}
	}
	// sum is of the words up to x. The passage is where it falls most, from a word of the first unit to one of the
	// last.
	sum, before := 0.0, uint32(0)
	lo, sumLo, hi, sumHi := s.lo, 0.0, s.hi, 0.0
	begin, most, least := s.lo, 0.0, math.Inf(1)
	for x := s.lo; x < s.hi; x++ {
		word := isTrue(marks[x-window.lo])
		sum += score[before][word]
		before = word
		if x < d.Units[first+1] && sum > most {
			begin, most = x+1, sum
		}
		if x >= d.Units[end-1] && sum-most < least {
			lo, sumLo, hi, sumHi, least = begin, most, x+1, sum, sum-most
		}
	}
	if sumLo <= math.Log(float64(d.Units[first+1]-s.lo)) {
		lo = s.lo
	}
	if sum-sumHi <= math.Log(float64(s.hi-d.Units[end-1])) {
		hi = s.hi
	}
	if lo >= hi {
		return s
	}
	return span{lo, hi}
}

// shared returns the words from the first shared one to the last one, or all if none is.
func shared(marks []bool) []bool {
	lo, hi := slices.Index(marks, true), len(marks)
	if lo < 0 {
		return marks
	}
	for !marks[hi-1] {
		hi--
	}
	return marks[lo:hi]
}

// chain counts words by whether the one before is shared, and whether they are: [before][word].
type chain [2][2]float64

func (n *chain) add(marks []bool) {
	for x := range max(len(marks), 1) - 1 {
		n[isTrue(marks[x])][isTrue(marks[x+1])]++
	}
}

// of returns the probability of a word. before is the one next to it.
func (n *chain) of(before, word uint32) float64 {
	return n[before][word] / (n[before][0] + n[before][1])
}

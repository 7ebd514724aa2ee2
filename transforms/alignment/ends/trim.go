package ends

import (
	"math"
	"slices"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/scratch"
)

// endRun is the length in words of the common runs that say which words two sides share, at the ends of a passage.
const endRun = 2

// priorAround is what is known of the words around a passage before any are counted: of 20 words two are shared, mostly
// one behind the other.
var priorAround = chain{{17.1, .9}, {.9, 1.1}}

// Trim moves the ends of a passage of whole units inwards, to where the two sides begin to share words: the units of
// one side may begin far before what the other side has of them, most where sentences are long or have no stops.
//
// An end is a change point between two chains of Markov: whether a word is shared (in a common run of endRun words)
// depends on whether the word next to it is, in one way in the passage, between its first and last shared word, and in
// another way around it. Both are counted. The end is where the words of the first unit (or the last one) are most
// likely, those outside of it in the chain around, those inside in that of the passage. It moves if that is more likely
// than the end of the unit by a factor of more than the number of its words, each of which could have been the end. So
// a passage with long stretches of other words, as one that was retold has, keeps its units. One that would be shorter
// than MinChars keeps them, too.
func (f *Finder) Trim(c *Passage) {
	if c.Stretch || c.Quoted {
		return
	}
	windowA, windowB := f.windows(c)
	if !f.markShort(windowA, windowB, endRun) {
		return
	}
	a := trimmed(f.A, c.I0, c.I1, f.short.a, windowA)
	b := trimmed(f.B, c.J0, c.J1, f.short.b, windowB)
	if (a != c.A || b != c.B) && f.LengthTo(a, b, MinChars) >= MinChars {
		c.A, c.B, c.Trimmed = a, b, true
	}
}

// trimmed returns the words of the units [first, end) of d between its ends (trim). marks are of the words of window.
func trimmed(d *indexed.Document, first, end uint32, marks []bool, window indexed.Span) indexed.Span {
	s := indexed.Span{Lo: d.Units[first], Hi: d.Units[end]}
	inside, around := chain{{1, 1}, {1, 1}}, priorAround
	inside.add(shared(marks[s.Lo-window.Lo : s.Hi-window.Lo]))
	around.add(marks[:s.Lo-window.Lo])
	around.add(marks[s.Hi-window.Lo:])
	var score [2][2]float64 // how much likelier a word is around than inside, as a logarithm
	for before := range uint32(2) {
		for word := range uint32(2) {
			score[before][word] = math.Log(around.of(before, word) / inside.of(before, word))
		}
	}
	// sum is of the words up to x. The passage is where it falls most, from a word of the first unit to one of the
	// last.
	sum, before := 0.0, uint32(0)
	lo, sumLo, hi, sumHi := s.Lo, 0.0, s.Hi, 0.0
	begin, most, least := s.Lo, 0.0, math.Inf(1)
	for x := s.Lo; x < s.Hi; x++ {
		word := scratch.Bit(marks[x-window.Lo])
		sum += score[before][word]
		before = word
		if x < d.Units[first+1] && sum > most {
			begin, most = x+1, sum
		}
		if x >= d.Units[end-1] && sum-most < least {
			lo, sumLo, hi, sumHi, least = begin, most, x+1, sum, sum-most
		}
	}
	if sumLo <= math.Log(float64(d.Units[first+1]-s.Lo)) {
		lo = s.Lo
	}
	if sum-sumHi <= math.Log(float64(s.Hi-d.Units[end-1])) {
		hi = s.Hi
	}
	if lo >= hi {
		return s
	}
	return indexed.Span{Lo: lo, Hi: hi}
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
		n[scratch.Bit(marks[x])][scratch.Bit(marks[x+1])]++
	}
}

// of returns the probability of a word. before is the one next to it.
func (n *chain) of(before, word uint32) float64 {
	return n[before][word] / (n[before][0] + n[before][1])
}

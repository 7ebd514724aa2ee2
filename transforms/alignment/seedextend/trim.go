package seedextend

import (
	"math"
	"slices"
)

const (
	// endRun is the length in words of the common runs that say which words two sides share, at the ends of a passage.
	endRun = 2
	// Of the words around a passage, before any are counted: of priorWords words so many are shared, and of the words
	// behind a shared one.
	priorShare, priorNext = .1, .55
	priorWords            = 20
)

// trim moves the ends of a passage of whole units inwards, to where the two sides begin to share words: the units of
// one side may begin far before what the other side has of them, most where sentences are long or have no stops.
//
// An end is a change point between two chains of Markov: whether a word is shared (in a common run of endRun words)
// depends on whether the word next to it is, in one way in the passage and in another way around it. Both are counted.
// The end is where the words of the first unit (or the last one) are most likely, those outside of it by the second
// chain, those inside by the first. It moves if that is more likely than the end of the unit by a factor of more than
// the number of its words, each of which could have been the end. So a passage with long stretches of other words, as
// one that was retold has, keeps its units.
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

// trimmed returns the words of the units [first, end) of d between its ends (trim). marks are of the words of window.
func trimmed(d *Document, first, end uint32, marks []bool, window span) span {
	s := span{d.Units[first], d.Units[end]}
	const leave = priorShare * priorWords * (1 - priorNext) // as many begin
	inside := chain{{1, 1}, {1, 1}}
	outside := chain{
		{priorWords*(1-priorShare) - leave, leave},
		{leave, priorShare * priorWords * priorNext},
	}
	own := marks[s.lo-window.lo : s.hi-window.lo]
	if x := slices.Index(own, true); x >= 0 {
		y := len(own)
		for !own[y-1] {
			y--
		}
		own = own[x:y]
	}
	inside.add(own)
	outside.add(marks[:s.lo-window.lo])
	outside.add(marks[s.hi-window.lo:])
	var score [2][2]float64 // how much likelier a word is outside, as a logarithm
	for before := range uint32(2) {
		for word := range uint32(2) {
			score[before][word] = math.Log(outside.of(before, word) / inside.of(before, word))
		}
	}
	at := func(x uint32) uint32 { return isTrue(marks[x-window.lo]) }
	lo, hi := s.lo, s.hi
	sum, best := 0.0, math.Log(float64(d.Units[first+1]-s.lo))
	for x, before := s.lo, uint32(0); x < d.Units[first+1]; x++ {
		word := at(x)
		if sum += score[before][word]; sum > best {
			best, lo = sum, x+1
		}
		before = word
	}
	sum, best = 0, math.Log(float64(s.hi-d.Units[end-1]))
	for x, before := s.hi, uint32(0); x > d.Units[end-1]; x-- {
		word := at(x - 1)
		if sum += score[before][word]; sum > best {
			best, hi = sum, x-1
		}
		before = word
	}
	if lo >= hi {
		return s
	}
	return span{lo, hi}
}

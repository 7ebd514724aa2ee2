// Package pair holds two documents that are aligned, and what both say together: how much a word counts, how similar
// two ranges are, and what is known of the two before they are aligned.
package pair

import (
	"example.org/diagonal/transforms/alignment/commonrun"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/explain/trace"
)

// WordChars is what a word counts at least in the lengths of passages. Han characters are words of one code point, and
// say more than a letter: at 2.5, 40 of them are as long as 100 code points of English, whose words, with the white
// space between, are longer than that.
const WordChars = 2.5

// Pair is two documents. It is used for one pair after the other, and keeps scratch. The zero value is ready for Begin.
type Pair struct {
	A, B *indexed.Document
	Self bool // A and B are one document
	Shared
	Weights

	// Trace records the steps of each pair. Nil: nobody looks.
	Trace *trace.Alignment

	// Summed is the number of words of units summed by Cosine and Told, in this pair.
	Summed int

	// Marker is the scratch of common runs.
	Marker commonrun.Marker

	countA, countB []uint32 // units of a range that hold a word; zero between calls
	left, right    []uint32 // scratch of Similarity
}

// Begin begins with two documents. a == b is a document with itself. Their words are weighed by Weigh.
func (p *Pair) Begin(a, b *indexed.Document, shared Shared) {
	p.A, p.B, p.Self, p.Shared, p.Summed = a, b, a == b, shared, 0
}

// Box is a range of units on both sides, half-open.
type Box struct{ I0, I1, J0, J1 uint32 }

// Overlaps reports on which sides x and y have a unit in common.
func (x Box) Overlaps(y Box) (a, b bool) {
	return x.I0 < y.I1 && y.I0 < x.I1, x.J0 < y.J1 && y.J0 < x.J1
}

// Words returns the words of the units of a box.
func (p *Pair) Words(o Box) (a, b indexed.Span) {
	return indexed.Span{
			Lo: p.A.Units[o.I0],
			Hi: p.A.Units[o.I1],
		}, indexed.Span{
			Lo: p.B.Units[o.J0],
			Hi: p.B.Units[o.J1],
		}
}

// Lengths returns the lengths of the words of both sides in visible characters, or WordChars for each word, whichever
// is more.
func (p *Pair) Lengths(a, b indexed.Span) (ofA, ofB float64) {
	return p.A.Length(a, WordChars), p.B.Length(b, WordChars)
}

// LengthTo returns the length of the shorter of two ranges, or, if that is at least enough, some number from
// enough on.
func (p *Pair) LengthTo(a, b indexed.Span, enough float64) float64 {
	return min(p.A.LengthTo(a, WordChars, enough), p.B.LengthTo(b, WordChars, enough))
}

// Note records a step of two ranges of words, if somebody looks.
func (p *Pair) Note(what trace.What, a, b indexed.Span, value, need float64, passed bool) {
	if p.Trace != nil {
		p.Trace.Add(trace.Step{What: what, A0: a.Lo, A1: a.Hi, B0: b.Lo, B1: b.Hi, Value: value, Need: need,
			Passed: passed})
	}
}

// SharedRuns returns the number of distinct runs of indexed.RunWords words that two ranges have in common.
// Apparatus is in none.
func (p *Pair) SharedRuns(a, b indexed.Span) int {
	n := 0
	p.Marker.EachGram(p.A.Words[a.Lo:a.Hi], p.B.Words[b.Lo:b.Hi], indexed.RunWords, func(x int) {
		for k := range uint32(indexed.RunWords) {
			if p.A.Apparatus(a.Lo + uint32(x) + k) {
				return
			}
		}
		n++
	})
	return n
}

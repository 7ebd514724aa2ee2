// Package indexed holds a document as alignment looks at it: a row of units, each with its distinct words, and the
// words with the units that hold them. It knows one document, and no pair.
package indexed

import (
	"fmt"
	"math"
	"slices"
)

// maxUnit is the largest number of words of a unit.
const maxUnit = 1<<20 - 1

// Document is what alignment sees of a document. The exported fields are the
// caller's; Index must be called after they are set and before the document is
// aligned. After that it is only read, so workers may share it.
type Document struct {
	// Words are the hashes of the words in reading order.
	Words []uint32
	// Tokens are the words before unit.Terms made pairs of them, for the search for exact
	// copies, which line breaks do not end. Nil if they are Words.
	Tokens []uint32
	// Units holds the first word of each unit, and len(Words) at the end; see the
	// unit.Append. Empty for a document without units.
	Units []uint32
	// From and To say where each word stands, in code points of the text: From
	// counts in the opening quotes directly before the word, To the punctuation
	// that follows it up to white space.
	From, To []uint32
	// Hidden is how many of the code points of each word are markup, which no reader sees. All
	// of a word are hidden if it is apparatus: an address, or a field at the head of a file.
	// Nil if none are.
	Hidden []uint32
	// Altered marks words that a reader sees in another form than the same words elsewhere
	// may have, such as a possessive. Nil if none are.
	Altered []bool
	// Named marks words that begin with a capital letter or a digit. Nil if none do, or if it is
	// not known.
	Named []bool
	// Hot says of each unit whether it is hot: then it makes no passages. Nil if none is.
	Hot []bool
	// Ignored are the edges of ranges of words that do not count, as record.Analysed has them: no passage holds one of
	// these words. Nil if all count.
	Ignored []uint32

	vocabulary []uint32 // the distinct words, ascending
	buckets    []uint32 // where the words with the same high bits begin in vocabulary; see Find
	maybe      []uint64 // a bit for each word of the vocabulary; see MayHave
	posts      []uint32 // word k is in the units posts[postStart[k]:postStart[k+1]], ascending
	postStart  []uint32
	unitStart  []uint32 // unit u holds the words unitWords[unitStart[u]:unitStart[u+1]]
	unitWords  []uint32 // distinct words of each unit, as indexes into vocabulary, ascending
	sketches   []Sketch // of each unit
	aside      []bool   // see setAside; nil if it is of no unit
	ignored    []uint32 // how many units before each one are ignored; nil if none is
	visibleTo  []uint32 // visible characters before each word, and of all
	long       []uint32 // the words of at least LongWord code points
	shift      int      // by which a word is shifted to its bucket
	runs       []uint64 // bits for each run of words, or none yet; see AppendRuns
	maxWord    uint32   // the most visible characters of a word, with the gap after it
}

// check panics with the first field that does not fit the others.
func (d *Document) check() {
	if len(d.From) != len(d.Words) || len(d.To) != len(d.Words) {
		panic(fmt.Sprintf("indexed.Document: %d Words with %d From and %d To", len(d.Words), len(d.From), len(d.To)))
	}
	if d.Tokens != nil && len(d.Tokens) != len(d.Words) {
		panic(fmt.Sprintf("indexed.Document: %d Words with %d Tokens", len(d.Words), len(d.Tokens)))
	}
	if d.Hidden != nil && len(d.Hidden) != len(d.Words) {
		panic(fmt.Sprintf("indexed.Document: %d Words with %d Hidden", len(d.Words), len(d.Hidden)))
	}
	if d.Altered != nil && len(d.Altered) != len(d.Words) {
		panic(fmt.Sprintf("indexed.Document: %d Words with %d Altered", len(d.Words), len(d.Altered)))
	}
	if d.Named != nil && len(d.Named) != len(d.Words) {
		panic(fmt.Sprintf("indexed.Document: %d Words with %d Named", len(d.Words), len(d.Named)))
	}
	if len(d.Units) == 0 {
		if len(d.Words) > 0 {
			panic(fmt.Sprintf("indexed.Document: no Units for %d Words", len(d.Words)))
		}
		return
	}
	if d.Units[0] != 0 || int(d.Units[len(d.Units)-1]) != len(d.Words) {
		panic(fmt.Sprintf("indexed.Document: Units from %d to %d for %d Words", d.Units[0], d.Units[len(d.Units)-1],
			len(d.Words)))
	}
	for u := range d.UnitCount() {
		if d.Units[u] >= d.Units[u+1] {
			panic(fmt.Sprintf("indexed.Document: unit %d is from word %d to %d", u, d.Units[u], d.Units[u+1]))
		}
		if n := d.Units[u+1] - d.Units[u]; n > maxUnit {
			panic(fmt.Sprintf("indexed.Document: unit %d has %d words; the most is %d", u, n, maxUnit))
		}
	}
	if d.Hot != nil && len(d.Hot) != int(d.UnitCount()) {
		panic(fmt.Sprintf("indexed.Document: Hot has %d of %d units", len(d.Hot), d.UnitCount()))
	}
}

// UnitCount returns the number of units.
func (d *Document) UnitCount() uint32 { return uint32(max(len(d.Units), 1) - 1) }

// Silent reports whether unit u makes no passages: it is hot, or two thirds of its words are apparatus.
func (d *Document) Silent(u uint32) bool {
	return d.Hot != nil && d.Hot[u] || d.aside != nil && d.aside[u]
}

// HasSilent reports whether there may be a unit that is Silent.
func (d *Document) HasSilent() bool { return d.Hot != nil || d.aside != nil }

// IsAltered reports whether a reader sees word x in another form.
func (d *Document) IsAltered(x uint32) bool { return d.Altered != nil && d.Altered[x] }

// WordsOf returns the distinct words of the units [u, v), unit by unit.
func (d *Document) WordsOf(u, v uint32) []uint32 {
	return d.unitWords[d.unitStart[u]:d.unitStart[v]]
}

// Length returns the length of the words of s in visible characters, or min for each word,
// whichever is more. White space, of any length, counts one between two words.
func (d *Document) Length(s Span, min float64) float64 { return d.LengthTo(s, min, math.Inf(1)) }

// LengthTo returns Length, or, of a range that is at least as long as enough, some number from enough on.
func (d *Document) LengthTo(s Span, min, enough float64) float64 {
	n, words := 0.0, 0.0
	for x := s.Lo; x < s.Hi; x++ {
		if d.Apparatus(x) {
			continue
		}
		words++
		n += float64(d.Shown(x))
		if x+1 < s.Hi && d.From[x+1] > d.To[x] {
			n++
		}
		if n >= enough {
			break
		}
	}
	return max(n, min*words)
}

// Reset empties a document that is not needed any more. The index of the next one is made in its
// memory.
func (d *Document) Reset() {
	d.Words, d.Tokens, d.Units, d.From, d.To = nil, nil, nil, nil, nil
	d.Hidden, d.Altered, d.Named, d.Hot = nil, nil, nil, nil
	d.unitStart, d.aside, d.Ignored, d.ignored = d.unitStart[:0], nil, nil, nil
}

// Span is a range of words, or of units, half-open.
type Span struct{ Lo, Hi uint32 }

// Hull returns what is from the first to the last one of s and t.
func (s Span) Hull(t Span) Span { return Span{min(s.Lo, t.Lo), max(s.Hi, t.Hi)} }

// Len returns how many they are.
func (s Span) Len() uint32 { return s.Hi - s.Lo }

// UnitOf returns the unit that holds word x.
func (d *Document) UnitOf(x uint32) uint32 { return d.UnitsOf(Span{x, x + 1}).Lo }

// UnitsOf returns the units that hold a word of s.
func (d *Document) UnitsOf(s Span) Span {
	first, ok := slices.BinarySearch(d.Units, s.Lo)
	if !ok {
		first--
	}
	end, _ := slices.BinarySearch(d.Units, s.Hi)
	return Span{uint32(first), uint32(end)}
}

// AppendIndexes appends the distinct words that s has of each unit, unit by unit, as
// indexes into the vocabulary.
func (d *Document) AppendIndexes(out []uint32, s Span) []uint32 {
	units := d.UnitsOf(s)
	for u := units.Lo; u < units.Hi; u++ {
		if s.Lo <= d.Units[u] && d.Units[u+1] <= s.Hi { // all of it
			out = append(out, d.WordsOf(u, u+1)...)
			continue
		}
		from := len(out)
		for _, x := range d.Words[max(s.Lo, d.Units[u]):min(s.Hi, d.Units[u+1])] {
			k, _ := d.Find(x)
			out = append(out, k)
		}
		slices.Sort(out[from:])
		out = out[:from+len(slices.Compact(out[from:]))]
	}
	return out
}

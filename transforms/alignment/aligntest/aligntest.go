// Package aligntest builds documents for the tests of alignment.
package aligntest

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/analysis/unit"
)

// isWord is a simple word: what is cut by anything but letters and digits.
func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Document builds a document from text. Sentences end at . and 。, each Han character
// is a word, and units have the usual limits.
func Document(text string) *indexed.Document { return DocumentOf(text, unit.MinWords, unit.MaxWords) }

// Sentences builds a document with one unit for each sentence.
func Sentences(text string) *indexed.Document { return DocumentOf(text, 1, 1<<30) }

func DocumentOf(text string, minWords, maxWords int) *indexed.Document {
	d := &indexed.Document{}
	var ends []uint32
	place, word, start := uint32(0), "", uint32(0)
	flush := func() {
		if word == "" {
			return
		}
		h := fnv.New32a()
		h.Write([]byte(strings.ToLower(word)))
		d.Words = append(d.Words, h.Sum32())
		d.From, d.To = append(d.From, start), append(d.To, place)
		word = ""
	}
	for _, r := range text {
		if !isWord(r) || unicode.Is(unicode.Han, r) {
			flush()
		}
		if isWord(r) {
			if word == "" {
				start = place
			}
			word += string(r)
		}
		place++
		if unicode.Is(unicode.Han, r) {
			flush()
		}
		if r == '.' || r == '。' {
			ends = append(ends, uint32(len(d.Words)))
			if n := len(d.To); n > 0 {
				d.To[n-1] = place
			}
		}
	}
	flush()
	ends = append(ends, uint32(len(d.Words)))
	d.Units = unit.Append(nil, ends, minWords, maxWords)
	d.Index(nil)
	return d
}

// FromBytes builds a document from fuzz input: a byte is a word of a small vocabulary,
// and its high bits end a unit now and then.
func FromBytes(data []byte) *indexed.Document {
	d := &indexed.Document{}
	var ends []uint32
	for x, c := range data {
		d.Words = append(d.Words, uint32(c%32)*0x9e3779b9)
		d.From, d.To = append(d.From, uint32(6*x)), append(d.To, uint32(6*x+5))
		if c >= 224 {
			ends = append(ends, uint32(x+1))
		}
	}
	ends = append(ends, uint32(len(data)))
	d.Units = unit.Append(nil, ends, 1, 20)
	d.Index(nil)
	return d
}

// Cut returns the code points [from, to) of text.
func Cut(text string, from, to uint32) string {
	r := []rune(text)
	return string(r[from:to])
}

// Prose returns n sentences of 8 to 15 words, no two of which have much in common.
// The same seed gives the same prose.
func Prose(seed uint64, n int) []string {
	next := func(n uint64) uint64 {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		return seed % n
	}
	const letters = "abcdefghijklmnopqrst"
	out := make([]string, n)
	for x := range out {
		var s strings.Builder
		for k := range 8 + next(8) {
			if k > 0 {
				s.WriteByte(' ')
			}
			if next(4) == 0 { // the small words of every sentence
				s.WriteString([]string{"the", "of", "and", "in", "to", "was"}[next(6)])
				continue
			}
			for range 3 + next(3) {
				s.WriteByte(letters[next(uint64(len(letters)))])
			}
		}
		s.WriteString(". ")
		out[x] = s.String()
	}
	return out
}

func Join(s []string) string { return strings.Join(s, "") }

// Text returns Prose as one text.
func Text(seed uint64, n int) string { return Join(Prose(seed, n)) }

// Units builds a document from units given as lists of words.
func Units(units [][]uint32) *indexed.Document {
	d := &indexed.Document{Units: []uint32{0}}
	for _, u := range units {
		d.Words = append(d.Words, u...)
		d.Units = append(d.Units, uint32(len(d.Words)))
	}
	for x := range d.Words {
		d.From, d.To = append(d.From, uint32(6*x)), append(d.To, uint32(6*x+5))
	}
	d.Index(nil)
	return d
}

// Hash is a word for tests: well mixed, as word hashes are.
func Hash(x int) uint32 { return uint32((uint64(x) + 1) * 0x9e3779b97f4a7c15 >> 32) }

// Numbered returns words prefix0 to prefix(n-1), with a full stop after every tenth.
func Numbered(prefix string, from, to int) string {
	var s strings.Builder
	for x := from; x < to; x++ {
		s.WriteString(prefix)
		for _, c := range []byte{byte(x / 10), byte(x % 10)} {
			s.WriteByte('a' + c)
		}
		if x%10 == 9 {
			s.WriteByte('.')
		}
		s.WriteByte(' ')
	}
	return s.String()
}

// RandomPlaces returns an indexed document of n words; some touch the word before.
func RandomPlaces(rng *rand.Rand, n int) *indexed.Document {
	d := &indexed.Document{Units: []uint32{0}}
	at := uint32(0)
	for x := range n {
		at += rng.Uint32N(3)
		d.Words, d.From = append(d.Words, rng.Uint32()), append(d.From, at)
		at += 1 + rng.Uint32N(30)
		d.To = append(d.To, at)
		if x+1 == n || rng.IntN(9) == 0 || x+1-int(d.Units[len(d.Units)-1]) == 9 {
			d.Units = append(d.Units, uint32(x)+1)
		}
	}
	d.Index(nil)
	return d
}

// Span is the range [lo, hi).
func Span(lo, hi uint32) indexed.Span { return indexed.Span{Lo: lo, Hi: hi} }

// Hit is a hit of unit a of one document and unit b of the other.
func Hit(a, b uint32) pair.Hit { return pair.Hit{A: a, B: b} }

// Box is the units [i0, i1) of one document and [j0, j1) of the other.
func Box(i0, i1, j0, j1 uint32) pair.Box { return pair.Box{I0: i0, I1: i1, J0: j0, J1: j1} }

// Tokenised builds a document of ASCII with the words and places of package token. A unit is a line.
func Tokenised(text string) *indexed.Document {
	d := &indexed.Document{}
	var ends []uint32
	tokens := token.Append(nil, []byte(text))
	d.From, d.To = make([]uint32, len(tokens)), make([]uint32, len(tokens))
	token.Outers(d.From, d.To, []byte(text), tokens)
	for x, t := range tokens {
		d.Words = append(d.Words, t.Hash)
		if x+1 == len(tokens) || strings.Contains(text[t.End:tokens[x+1].Start], "\n") {
			ends = append(ends, uint32(x+1))
		}
	}
	d.Units = unit.Append(nil, ends, unit.MinWords, unit.MaxWords)
	d.Index(nil)
	return d
}

// Named is Document, with the names and numbers of text.
func Named(text string) *indexed.Document {
	d := Document(text)
	runes := []rune(text)
	for _, from := range d.From {
		d.Named = append(d.Named, unicode.IsUpper(runes[from]) || unicode.IsDigit(runes[from]))
	}
	return d
}

// Revised is prose in which every fourth word of each sentence is another one.
func Revised(sentences []string) string {
	var out strings.Builder
	for _, s := range sentences {
		words := strings.Fields(s)
		for x := 3; x < len(words)-1; x += 4 {
			words[x] = "new" + words[x] + "er"
		}
		out.WriteString(strings.Join(words, " ") + " ")
	}
	return out.String()
}

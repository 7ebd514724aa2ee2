package removal

import (
	"bytes"
	"unicode"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
)

// Part is a sentence of a document, or a piece of a long one. It is removed or stays as a whole.
type Part struct {
	// Span is its place, in bytes of the text.
	Span
	// From and To are its words, half open, as indices of tokens.
	From, To int
	// Number counts the parts of a document. It skips a number at each break, so that only
	// parts that follow each other have numbers that follow each other.
	Number uint32
	// Begins and Ends report whether it begins where a sentence begins, and ends where one
	// ends.
	Begins, Ends bool
	// Heading is the depth of the heading that it is (segment.Heading), 0 if it is none. All sentences of a heading,
	// and the line of marks below it, are one part.
	Heading int
}

// Words returns the number of its words.
func (p Part) Words() int { return p.To - p.From }

// long reports whether it is the core of a unit by itself.
func (p Part) long() bool { return p.Heading == 0 && p.Words() >= ShortWords }

// Parts appends to dst the sentences of a text, and long sentences in pieces. sentences, tokens
// and breaks, which are byte offsets, are in order. No part reaches over a break.
//
// Every boundary depends on the words near it alone, so a passage has the same parts in every
// document, except at its ends.
func (p Params) Parts(dst []Part, text []byte, sentences []Span, tokens []token.Token, breaks []int) []Part {
	next, number := 0, uint32(0)
	from := len(dst) // the first one without a number
	flush := func() {
		for i := from; i < len(dst); i++ {
			dst[i].Number = number
			number++
		}
		from = len(dst)
	}
	for len(sentences) > 0 {
		s := sentences[0]
		sentences = sentences[1:]
		depth, end := segment.Heading(text, segment.Span(s))
		if n := within(sentences, end); n > 0 && !(len(breaks) > 0 && s.Start < breaks[0] && breaks[0] < end) {
			s.End = end
			sentences = sentences[n:]
		}
		at := Part{Span: s, From: next, Begins: true}
		for {
			for len(breaks) > 0 && breaks[0] <= at.Start {
				flush()
				number++
				breaks = breaks[1:]
			}
			broken := len(breaks) > 0 && breaks[0] < s.End
			end := s.End
			if broken {
				end = trimmed(text, at.Start, breaks[0])
			}
			for next < len(tokens) && int(tokens[next].Start) < end {
				next++
			}
			part := at
			part.End, part.To, part.Ends = end, next, !broken
			if part.Begins && part.Ends {
				part.Heading = depth
			}
			dst = p.appendParts(dst, part, text, tokens)
			if !broken {
				break
			}
			at = Part{Span: Span{breaks[0], s.End}, From: next}
		}
	}
	flush()
	return dst
}

// within returns how many of the sentences end at end or before, of which the last one ends there.
func within(sentences []Span, end int) int {
	for i, s := range sentences {
		if s.End >= end {
			if s.End == end {
				return i + 1
			}
			break
		}
	}
	return 0
}

// appendParts appends a sentence, in pieces if it is long.
func (p Params) appendParts(dst []Part, s Part, text []byte, tokens []token.Token) []Part {
	if s.Words() <= p.Long {
		return append(dst, s)
	}
	s.Heading = 0
	rest := s
	for i := s.From + partWords; i+partWords <= s.To; i++ {
		if !least(tokens, i, s.From+1, s.To) && i-rest.From < 64 {
			continue
		}
		part := rest
		part.End, part.To, part.Ends = trimmed(text, int(tokens[i-1].End), int(tokens[i].Start)), i, false
		dst = append(dst, part)
		rest.Start, rest.From, rest.Begins = int(tokens[i].Start), i, false
		i += partWords - 1
	}
	return append(dst, rest)
}

// trimmed returns the end of text[from:to] without the white space at its end.
func trimmed(text []byte, from, to int) int {
	return from + len(bytes.TrimRightFunc(text[from:to], unicode.IsSpace))
}

// least reports whether the words around i have the least boundary number of those near it.
func least(tokens []token.Token, i, from, to int) bool {
	m := boundary(tokens, i)
	for k := max(from, i-partWords+1); k < min(to, i+partWords); k++ {
		if o := boundary(tokens, k); o < m || o == m && k < i {
			return false
		}
	}
	return true
}

// boundary returns a number made of the words before and at i.
func boundary(tokens []token.Token, i int) uint64 {
	return mix.High(uint64(tokens[i-1].Hash)<<32 | uint64(tokens[i].Hash))
}

// Package removal decides how much of a document may be removed because the same words occur
// in another place of the collection.
//
// # The rule
//
// A document is cut into units that do not overlap: sentences, parts of long sentences,
// and short sentences with a neighbour (Units). Two units are equal if they have the same
// words in the same order (Unit.Sum). All places of equal units have one order: by the rank
// that the policy gives to the document, by its id, by the start of the unit. The first place
// stays. The others may be removed.
//
// # Why nothing is lost
//
// Each unit has one first place, units do not overlap, and the first place is never cut.
// So every word that is cut occurs, with the words of its unit around it, in a place that
// stays. It is always safe to cut less than the rule allows: Params.Cut leaves parts of
// sentences that are too short to be worth a hole in a sentence.
//
// # Why one pass is enough
//
// Afterwards each unit that was looked at occurs once, except for the parts that Params.Cut
// leaves. Nothing that stays depends on what another pass would do.
package removal

import (
	"bytes"
	"crypto/sha256"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/shuffle/mix"
)

// Params says how large parts of sentences are.
type Params struct {
	// Long is the number of words above which a sentence is cut into parts.
	Long int
	// Run is the number of words that a run of units must have that begins or ends inside a
	// sentence.
	Run int
}

// Sentences keeps most sentences whole. Two long sentences that differ in a word are mostly
// equal, but a hole in a sentence must be worth it.
var Sentences = Params{Long: 40, Run: 16}

// RunsOf returns the Params that remove runs of so many words. Sentences are cut into parts of
// usually less than a third of that, so that most of a run is in whole parts.
func RunsOf(words int) Params { return Params{Long: max(words/3, partWords), Run: partWords} }

const (
	// shortWords is the number of words below which a sentence is removed only together with
	// a neighbour: "See below." occurs in many texts that are no copies. From three words on
	// a unit also contains a run of three words around each of its words.
	shortWords = 5
	// partWords is the least number of words of a part of a sentence.
	partWords = 7
)

// Unit is a part of a document that is removed or stays as a whole.
type Unit struct {
	// Span is its place, in bytes of the text.
	Span
	// From and To are its words, half open, as indices of tokens.
	From, To int
	// Number counts the units of a document. It skips a number at each break, so that only
	// units that follow each other have numbers that follow each other.
	Number uint32
	// Begins and Ends report whether it begins where a sentence begins, and ends where one
	// ends.
	Begins, Ends bool
}

// Words returns the number of its words.
func (u Unit) Words() int { return u.To - u.From }

// Parts appends to dst the sentences of a text, and long sentences in parts. sentences, tokens
// and breaks, which are byte offsets, are in order. No part reaches over a break.
//
// Every boundary depends on the words near it alone, so a passage has the same parts in every
// document, except at its ends.
func (p Params) Parts(dst []Unit, text []byte, sentences []Span, tokens []token.Token, breaks []int) []Unit {
	next, number := 0, uint32(0)
	from := len(dst) // the first one without a number
	flush := func() {
		for i := from; i < len(dst); i++ {
			dst[i].Number = number
			number++
		}
		from = len(dst)
	}
	for _, s := range sentences {
		at := Unit{Span: s, From: next, Begins: true}
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
			dst = p.appendParts(dst, part, text, tokens)
			if !broken {
				break
			}
			at = Unit{Span: Span{breaks[0], s.End}, From: next}
		}
	}
	flush()
	return dst
}

// Units appends to dst the units of a text with these parts. Short parts are joined with a
// neighbour. inside contains, for each part, whether it is considered. A unit is all inside or
// all outside, and reaches over no break.
func Units(dst []Unit, parts []Unit, inside []bool, text []byte, tokens []token.Token) []Unit {
	number := uint32(0)
	for i := 0; i < len(parts); {
		end := i + 1
		for end < len(parts) && inside[end] == inside[i] && parts[end].Number == parts[end-1].Number+1 {
			end++
		}
		from := len(dst)
		dst = join(append(dst, parts[i:end]...), from, text, tokens)
		for k := from; k < len(dst); k++ {
			dst[k].Number = number
			number++
		}
		if end < len(parts) && parts[end].Number != parts[end-1].Number+1 {
			number++
		}
		i = end
	}
	return dst
}

// appendParts appends the parts of a sentence.
func (p Params) appendParts(dst []Unit, s Unit, text []byte, tokens []token.Token) []Unit {
	if s.Words() <= p.Long {
		return append(dst, s)
	}
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

// join joins short sentences among the units from index from on with a neighbour: with the
// next one, as a heading belongs to its text, or, at the end of a paragraph, with the one
// before. About four of many short ones, as in a list, make a unit.
func join(units []Unit, from int, text []byte, tokens []token.Token) []Unit {
	all := units[from:]
	linked := make([]bool, len(all)) // with the next one
	for i := range linked[:max(len(all)-1, 0)] {
		linked[i] = links(all, i, text, tokens)
	}
	joined := units[:from]
	for i, u := range all {
		if i > 0 && linked[i-1] {
			last := &joined[len(joined)-1]
			last.End, last.To, last.Ends = u.End, u.To, u.Ends
		} else {
			joined = append(joined, u)
		}
	}
	return joined
}

// links reports whether unit i is joined with the next one.
func links(all []Unit, i int, text []byte, tokens []token.Token) bool {
	last := i+2 == len(all)
	switch short, next := all[i].Words() < shortWords, all[i+1].Words() < shortWords; {
	case all[i].Words() == 0, all[i+1].Words() == 0 && (short || last):
		return true
	case short && next:
		return last || boundary(tokens, all[i].To)%4 != 0
	case short:
		return !back(all, i, text)
	default:
		return next && back(all, i+1, text)
	}
}

// back reports whether unit i, a short one, is joined with the one before: at the end of the
// text, or of a paragraph that has more units.
func back(all []Unit, i int, text []byte) bool {
	paragraph := func(i int) bool { // ends behind i
		return i < 0 || i+1 == len(all) || lines(text[all[i].End:all[i+1].Start]) > 1
	}
	return i+1 == len(all) || paragraph(i) && !paragraph(i-1)
}

func lines(b []byte) (n int) {
	for _, c := range b {
		if c == '\n' {
			n++
		}
	}
	return n
}

// Sum returns a cryptographic hash of the words of a unit: of their letters without case, as
// tokens compare them, and of the symbols between them (+ < = $ and the like, and the sign of a
// number), but not of punctuation and white space. scratch is memory that is used again.
func (u Unit) Sum(text []byte, tokens []token.Token, scratch []byte) (sum [16]byte, _ []byte) {
	b := scratch[:0]
	at := u.Start
	for _, t := range tokens[u.From:u.To] {
		b = appendSymbols(b, text, at, int(t.Start), u.Start)
		b = append(token.AppendWord(b, text, t), 0)
		if word := bytes.ToLower(text[t.Start:t.End]); bytes.HasSuffix(word, []byte("'s")) || bytes.HasSuffix(word, []byte("’s")) {
			b = append(b, "'s"...) // which tokens leave out
		}
		at = int(t.End)
	}
	b = appendSymbols(b, text, at, u.End, u.Start)
	full := sha256.Sum256(b)
	copy(sum[:], full[:])
	return sum, b
}

// appendSymbols appends the symbols of text[from:to], which is between words.
func appendSymbols(dst, text []byte, from, to, begin int) []byte {
	for i := from; i < to; {
		r, size := utf8.DecodeRune(text[i:to])
		sign := (r == '-' || r == '−') && i+size == to && to < len(text) && isDigit(text[to:]) && (i == begin || i > from)
		if sign || unicode.In(r, unicode.Sm, unicode.Sc, unicode.So) {
			dst = append(append(dst, 1), text[i:i+size]...)
			dst = append(dst, 0)
		}
		i += size
	}
	return dst
}

func isDigit(b []byte) bool {
	r, _ := utf8.DecodeRune(b)
	return unicode.IsDigit(r)
}

// Cut returns the indices of the units of a document that are removed. gone are the indices,
// in order, of the units that occur in another place that stays; it is filtered in place. A
// run of units that begins or ends inside a sentence is left if it has too few words. left is
// the number of such units.
func (p Params) Cut(gone []int, units []Unit) (cut []int, left int) {
	cut = gone[:0]
	for len(gone) > 0 {
		n := 1
		for n < len(gone) && gone[n] == gone[n-1]+1 {
			n++
		}
		first, last := units[gone[0]], units[gone[n-1]]
		words := 0
		for _, g := range gone[:n] {
			words += units[g].Words()
		}
		if first.Begins && last.Ends || words >= p.Run {
			cut = append(cut, gone[:n]...)
		} else {
			left += n
		}
		gone = gone[n:]
	}
	return cut, left
}

package token

import (
	"unicode"
	"unicode/utf8"
)

// Outer returns the range of tokens[i] with the punctuation that belongs to it, in
// bytes: from the first of the opening quotes and brackets directly before the
// token to the last of the marks that follow it without white space. Opening
// marks directly before the next token belong to that one, so the ranges of two
// tokens never overlap. tokens are all tokens of text.
//
// A quote that may open or close (", and those that languages use differently, such as ” and »)
// opens where it is directly before a token, unless a token, a closing mark or the end of a
// sentence is directly before it. So in 他说"你好" without a space or a colon the first quote goes
// to 说.
//
// Over all tokens of a text it takes time in proportion to the text.
func Outer(text []byte, tokens []Token, i int) (start, end uint32) {
	t := tokens[i]
	before := 0
	if i > 0 {
		before = int(tokens[i-1].End)
	}
	start = uint32(opening(text, before, int(t.Start), i > 0))
	limit := len(text)
	if i+1 < len(tokens) {
		limit = opening(text, int(t.End), int(tokens[i+1].Start), true)
	}
	return start, uint32(following(text, int(t.End), limit))
}

// opening returns where the opening marks at the end of the gap text[lo:hi] start. after
// reports whether a token ends at lo.
func opening(text []byte, lo, hi int, after bool) int {
	for hi > lo {
		r, size := utf8.DecodeLastRune(text[lo:hi])
		if !opens(r) && !(unicode.Is(unicode.Quotation_Mark, r) && mayOpen(text[lo:hi-size], after)) {
			break
		}
		hi -= size
	}
	return hi
}

// opens reports whether r is a mark that always opens.
func opens(r rune) bool {
	return r == '¿' || r == '¡' || unicode.In(r, unicode.Ps, unicode.Pi)
}

// mayOpen reports whether a quote behind this part of a gap opens.
func mayOpen(gap []byte, after bool) bool {
	if len(gap) == 0 {
		return !after
	}
	r, _ := utf8.DecodeLastRune(gap)
	if unicode.In(r, unicode.Pe, unicode.Pf) || unicode.Is(unicode.STerm, r) || r == '…' {
		return false
	}
	return true
}

// following returns the end of the marks that stand at text[lo:hi] without white
// space, control characters or bytes that are not valid UTF-8.
func following(text []byte, lo, hi int) int {
	for lo < hi {
		r, size := utf8.DecodeRune(text[lo:hi])
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200B' || r == utf8.RuneError && size == 1 {
			break
		}
		lo += size
	}
	return lo
}

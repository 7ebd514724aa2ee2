package token

import (
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// Outers goes through the tokens of a text, and gives the range of each with the punctuation
// that belongs to it: from the first of the opening quotes and brackets directly before the
// token to the last of the marks that follow it without white space. Opening marks directly
// before the next token belong to that one, so the ranges of two tokens never overlap.
//
// A quote that may open or close (", and those that languages use differently, such as ” and »)
// opens where it is directly before a token, unless a token, a closing mark or the end of a
// sentence is directly before it. So in 他说"你好" without a space or a colon the first quote goes
// to 说.
//
// Over all tokens of a text it takes time in proportion to the text.
type Outers struct {
	text   []byte
	tokens []Token // those to come
	start  int     // of the range of the next one
}

// OutersOf returns the Outers of a text. tokens are all its tokens.
func OutersOf(text []byte, tokens []Token) Outers {
	o := Outers{text: text, tokens: tokens}
	if len(tokens) > 0 {
		o.start = opening(text, 0, int(tokens[0].Start), false)
	}
	return o
}

// Next returns the range of the next token, in bytes. There must be one.
func (o *Outers) Next() (start, end uint32) {
	start, end = uint32(o.start), o.tokens[0].End
	limit := len(o.text)
	if o.tokens = o.tokens[1:]; len(o.tokens) > 0 {
		limit = int(o.tokens[0].Start)
		if limit == int(end)+1 && o.text[end] == ' ' { // most often
			o.start = limit
			return start, end
		}
		limit = opening(o.text, int(end), limit, true)
		o.start = limit
	}
	return start, uint32(following(o.text, int(end), limit))
}

// opening returns where the opening marks at the end of the gap text[lo:hi] start. after
// reports whether a token ends at lo.
func opening(text []byte, lo, hi int, after bool) int {
	for hi > lo {
		r, size := lastRune(text[lo:hi])
		if role := roleOf(r); role&opens == 0 && !(role&quotes != 0 && mayOpen(text[lo:hi-size], after)) {
			break
		}
		hi -= size
	}
	return hi
}

// mayOpen reports whether a quote behind this part of a gap opens.
func mayOpen(gap []byte, after bool) bool {
	if len(gap) == 0 {
		return !after
	}
	r, _ := lastRune(gap)
	return roleOf(r)&shuts == 0
}

// following returns the end of the marks that stand at text[lo:hi] without white
// space, control characters or bytes that are not valid UTF-8.
func following(text []byte, lo, hi int) int {
	for lo < hi {
		r, size := rune(text[lo]), 1
		if r >= utf8.RuneSelf {
			if r, size = runes.At(text[:hi], lo); r == utf8.RuneError && size == 1 {
				break
			}
		}
		if roleOf(r)&parts != 0 {
			break
		}
		lo += size
	}
	return lo
}

// lastRune is utf8.DecodeLastRune.
func lastRune(text []byte) (rune, int) {
	if c := text[len(text)-1]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeLastRune(text)
}

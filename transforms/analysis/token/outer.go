package token

import (
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// Outers sets from[i] and to[i] to the range of token i of a text, in bytes, with the punctuation
// that belongs to it: from the first of the opening quotes and brackets directly before the
// token to the last of the marks that follow it without white space. Opening marks directly
// before the next token belong to that one, so the ranges of two tokens never overlap. tokens
// are all tokens of the text, and from and to are as long.
//
// A quote that may open or close (", and those that languages use differently, such as ” and »)
// opens where it is directly before a token, unless a token, a closing mark or the end of a
// sentence is directly before it. So in 他说"你好" without a space or a colon the first quote goes
// to 说.
//
// It takes time in proportion to the text.
func Outers(from, to []uint32, text []byte, tokens []Token) {
	if len(tokens) == 0 {
		return
	}
	from, to = from[:len(tokens)], to[:len(tokens)]
	last := len(tokens) - 1
	start := uint32(opening(text, 0, int(tokens[0].Start), false))
	for i, next := range tokens[1:] {
		from[i] = start
		end := tokens[i].End
		start = next.Start
		if start == end+1 && text[end] == ' ' { // most often
			to[i] = end
			continue
		}
		start = uint32(opening(text, int(end), int(start), true))
		to[i] = uint32(following(text, int(end), int(start)))
	}
	from[last] = start
	to[last] = uint32(following(text, int(tokens[last].End), len(text)))
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

package token

import (
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// AppendWord appends the form of token t of text to dst: what its hash was taken of.
func AppendWord(dst, text []byte, t Token) []byte {
	base := len(dst)
	first, _ := runes.At(text, int(t.Start))
	c := classOf(first)
	simple := true // fold makes the form
	for i := int(t.Start); i < int(t.End); {
		r, size := runes.At(text, i)
		switch class := tabled(r); class {
		case letter, digit:
			r = fold(r)
		case single:
			r = representative(r)
		case invisible:
			i += size
			continue
		case ordered, varied:
			simple = false
		}
		if r == '’' {
			r = '\''
		}
		dst = utf8.AppendRune(dst, r)
		i += size
	}
	if !simple {
		dst = append(dst[:base], appendForm(nil, dst[base:], c)...)
	}
	for n := len(dst); n > base+2 && string(dst[n-2:]) == "'s"; n = len(dst) {
		dst = dst[:n-2]
	}
	return dst
}

// HashWord returns the hash that Append gives to the word, as in a list that a
// user wrote. It returns false if the word is not exactly one token from its
// first byte to its last.
func HashWord(word string) (uint32, bool) {
	var few [4]Token
	tokens := Append(few[:0], []byte(word))
	if len(tokens) != 1 || tokens[0].Start != 0 || int(tokens[0].End) != len(word) {
		return 0, false
	}
	return tokens[0].Hash, true
}

// Named reports whether t begins with a capital letter or a digit: a name or a number, or the first
// word of a sentence.
func Named(text []byte, t Token) bool {
	if c := text[t.Start]; c < utf8.RuneSelf {
		return c <= 'Z' // the first of a token is a letter or a digit
	}
	return namedSlow(text[t.Start:t.End])
}

func namedSlow(word []byte) bool {
	if 0xE3 <= word[0] && word[0] <= 0xED { // Han, kana, Hangul
		return false
	}
	r, _ := utf8.DecodeRune(word)
	return unicode.IsUpper(r) || unicode.IsTitle(r) || unicode.IsDigit(r)
}

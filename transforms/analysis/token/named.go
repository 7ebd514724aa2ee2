package token

import (
	"unicode"
	"unicode/utf8"
)

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

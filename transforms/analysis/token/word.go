package token

import "example.org/diagonal/io/runes"

// AppendWord appends the normalised form of token t of text to dst: what its hash
// was taken of.
func AppendWord(dst, text []byte, t Token) []byte {
	base := len(dst)
	for i := int(t.Start); i < int(t.End); {
		r, size := runes.At(text, i)
		i += size
		switch classOf(r) {
		case letter, digit:
			r = fold(r)
		case single:
			r = representative(r)
		case invisible:
			continue
		}
		if r == '’' {
			r = '\''
		}
		dst = append(dst, string(r)...)
	}
	for n := len(dst); n > base+2 && string(dst[n-2:]) == "'s"; n = len(dst) {
		dst = dst[:n-2]
	}
	return dst
}

// Word returns the normalised form of token t of text, for people to read.
func Word(text []byte, t Token) string {
	return string(AppendWord(nil, text, t))
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

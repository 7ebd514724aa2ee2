package removal

import (
	"bytes"
	"crypto/sha256"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
)

// Sum returns a cryptographic hash of the words of a part: of their letters without case, as
// tokens compare them, and of the symbols between them (+ < = $ and the like, and the sign of a
// number), but not of punctuation and white space. scratch is memory that is used again.
func (p Part) Sum(text []byte, tokens []token.Token, scratch []byte) (sum [16]byte, _ []byte) {
	b := scratch[:0]
	at := p.Start
	for _, t := range tokens[p.From:p.To] {
		b = appendSymbols(b, text, at, int(t.Start), p.Start)
		b = append(token.AppendWord(b, text, t), 0)
		if word := bytes.ToLower(text[t.Start:t.End]); bytes.HasSuffix(word, []byte("'s")) ||
			bytes.HasSuffix(word, []byte("’s")) {
			b = append(b, "'s"...) // which tokens leave out
		}
		at = int(t.End)
	}
	b = appendSymbols(b, text, at, p.End, p.Start)
	full := sha256.Sum256(b)
	copy(sum[:], full[:])
	return sum, b
}

// appendSymbols appends the symbols of text[from:to], which is between words.
func appendSymbols(dst, text []byte, from, to, begin int) []byte {
	for i := from; i < to; {
		r, size := utf8.DecodeRune(text[i:to])
		sign := (r == '-' || r == '−') && i+size == to && to < len(text) && isDigit(text[to:]) &&
			(i == begin || i > from)
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

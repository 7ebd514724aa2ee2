package token

import (
	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/io/runes"
)

// Part is what a rune is to words.
type Part uint8

const (
	// Apart is no letter, digit or mark: it ends a word.
	Apart Part = iota
	// Whole is a letter or digit.
	Whole
	// Mark belongs to the rune before it.
	Mark
	// Unseen counts for nothing, such as a soft hyphen.
	Unseen
	// Varied is a letter or mark whose form depends on what is before it, or is several runes: see
	// AppendForm.
	Varied
)

// Letter returns the form in which words have the rune r: in lower case, and full-width forms
// as ASCII.
func Letter(r rune) (rune, Part) {
	switch tabled(r) {
	case separator:
		return 0, Apart
	case invisible:
		return 0, Unseen
	case mark, ordered:
		return r, Mark
	case varied:
		return fold(r), Varied
	}
	return fold(r), Whole
}

// Piece returns where the piece ends that begins at text[i] with a letter: before the next rune that
// no letter or mark before it may change. AppendForm may be called for each piece of a word.
func Piece(text []byte, i int) int {
	for at := i; at < len(text); {
		r, size := runes.At(text, at)
		switch c := classOf(r); {
		case c == separator, at > i && c != invisible && norm.NFC.Properties(text[at:]).BoundaryBefore():
			return at
		}
		at += size
	}
	return len(text)
}

// AppendForm appends the form of letters and marks, one or more pieces, to dst: NFC(fold(NFD(text))),
// without unseen runes. It is what the hash of a word is taken of, but for Han characters, which stay
// as they are.
func AppendForm(dst, text []byte) []byte {
	var few [64]byte
	seen := few[:0]
	for i := 0; i < len(text); {
		r, size := runes.At(text, i)
		if tabled(r) != invisible {
			seen = append(seen, text[i:i+size]...)
		}
		i += size
	}
	return appendForm(dst, seen, letter)
}

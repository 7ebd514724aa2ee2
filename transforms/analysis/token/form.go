package token

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/io/runes"
	"example.org/diagonal/transforms/analysis/canonical"
)

// The form of a word is NFC(fold(NFD(word))): canonically equal words are equal whatever their case
// (canonical caseless matching, definition D145 of the Unicode Standard, with the fold of this
// package). It must be NFD that is folded: a mark may move, be added to a capital letter that has no
// rune together with it, or be the iota under a Greek vowel, which is a letter of its own in capitals.
// For most words that are in NFC, fold alone makes it, rune by rune.

// dot is a mark that an i already has: İ is an I with a dot, and i whatever the language.
const dot = '\u0307'

// appendForm appends the form of a piece of a word to dst. The piece has no invisible runes, and goes
// up to a rune that begins another piece. c is single for a character that is a token of its own, and
// letter for another one.
func appendForm(dst, piece []byte, c class) []byte {
	var few, more [64]byte
	folded := more[:0]
	dotted := false // behind an i; marks between them do not change that if they do not stand above it
	for b := canonical.Append(few[:0], norm.NFD, piece); len(b) > 0; {
		r, size := runes.At(b, 0)
		if r != dot || !dotted {
			if c := norm.NFC.Properties(b).CCC(); c == 0 || c >= 230 {
				dotted = false
			}
			if c == single {
				r = representative(r)
			} else {
				r = fold(r)
				dotted = dotted || r == 'i'
			}
			folded = utf8.AppendRune(folded, r)
		}
		b = b[size:]
	}
	return canonical.Append(dst, norm.NFC, folded)
}

// stays reports whether the rune r at text[i], which is ordered or varied, is part of the form of the
// word that begins at start as fold makes it, and so is the rune before it. It may be false for one that is.
func stays(text []byte, start, i int, r rune) bool {
	k := canonical.KindOf(r)
	if !k.Movable() {
		return false
	}
	before, _ := utf8.DecodeLastRune(text[start:i])
	return tabled(before) != invisible && k.Follows(canonical.KindOf(before)) &&
		k.Follows(canonical.KindOf(fold(before)))
}

// wordSlow is word for a word that may be written in other ways.
func wordSlow(text []byte, start int) (uint32, int) {
	var m, stem mixer
	m.init()
	var few, made [64]byte
	piece := few[:0] // what may still change
	tail := ordinary
	i := start
	for i < len(text) {
		r, size := runes.At(text, i)
		switch classOf(r) {
		case letter, digit, mark:
			if norm.NFC.Properties(text[i:]).BoundaryBefore() {
				tail = m.form(appendForm(made[:0], piece, letter), tail)
				piece = piece[:0]
			}
			piece = append(piece, text[i:i+size]...)
			i += size
			continue
		case invisible:
			i += size
			continue
		}
		if r != '\'' && r != '’' || !letterAt(text, i+size) {
			break
		}
		tail = m.form(appendForm(made[:0], piece, letter), tail)
		piece = piece[:0]
		if tail != possessive {
			stem = m
		}
		m.push('\'')
		tail = apostrophe
		i += size
	}
	if tail = m.form(appendForm(made[:0], piece, letter), tail); tail == possessive {
		return stem.sum(), i
	}
	return m.sum(), i
}

// form mixes in a piece of a word, and returns the ending of the word then.
func (m *mixer) form(piece []byte, e ending) ending {
	for _, b := range piece {
		m.push(b)
		e = e.then(b)
	}
	return e
}

// characterSlow is character for one that may be written in other ways.
func characterSlow(text []byte, start int) (uint32, int) {
	var few, made [64]byte
	piece := few[:0]
	i := start
	for i < len(text) {
		r, size := runes.At(text, i)
		if c := classOf(r); c == mark || i == start {
			piece = append(piece, text[i:i+size]...)
		} else if c != invisible {
			break
		}
		i += size
	}
	var m mixer
	m.init()
	m.form(appendForm(made[:0], piece, single), ordinary)
	return m.sum(), i
}

package charfilter

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/transforms/analysis/canonical"
)

// Fold says which letters are written as others: see the constants.
type Fold uint8

const (
	// FoldMarks takes away marks that texts often leave out, and makes one letter of the forms of some letters of
	// Arabic.
	FoldMarks Fold = 1 << iota
	// FoldUV makes u of v, FoldIJ i of j, and FoldLongS s of ſ.
	FoldUV
	FoldIJ
	FoldLongS
	// FoldDigits makes 0 to 9 of the digits of all scripts.
	FoldDigits
)

// Folded writes some letters of a text in NFC as others. m is the map of the text, as in Canonical. A character that is
// written as another one goes with its origin as a whole, with the marks that are taken away from it. The text that is
// returned is in NFC.
func Folded(text []byte, m *Map, f Fold) ([]byte, *Map) {
	if f == 0 {
		return text, m
	}
	return Canonical(Rewritten(text, m, f.next, f.appendTo)) // an i that was a j may be one with the mark behind it
}

// next returns the range of the first character, from at on, that is written in another way, with the marks behind it;
// it is empty, at the end of text, if there is none.
func (f Fold) next(text []byte, at int) (from, to int) {
	letters := f & (FoldUV | FoldIJ)
	for at < len(text) {
		if c := text[at]; c < utf8.RuneSelf && (letters == 0 || f.letter(rune(c)) == rune(c)) &&
			(at+1 == len(text) || text[at+1] < utf8.RuneSelf) {
			at++
			continue
		}
		r, size := utf8.DecodeRune(text[at:])
		end := at + size
		valid := r != utf8.RuneError || size > 1 // else what is around a mark could become one character
		for f&FoldMarks != 0 && valid && end < len(text) {
			mark, size := utf8.DecodeRune(text[end:])
			if !taken(mark) {
				break
			}
			end += size
		}
		if end > at+size && !taken(r) || f.changes(r, text[at:at+size]) {
			return at, end
		}
		at = end
	}
	return len(text), len(text)
}

// changes reports whether a character alone is written in another way.
func (f Fold) changes(r rune, text []byte) bool {
	if f.letter(r) != r {
		return true
	}
	if f&FoldMarks == 0 || r < 0xc0 || taken(r) { // a mark without a letter stays
		return false
	}
	p := norm.NFD.Properties(text)
	return len(p.Decomposition()) > 0 && string(f.appendTo(nil, text)) != string(text)
}

// appendTo appends a character with its marks as it is written.
func (f Fold) appendTo(dst, piece []byte) []byte {
	var few [64]byte
	kept := few[:0]
	if f&FoldMarks != 0 {
		var whole [64]byte
		piece = canonical.Append(whole[:0], norm.NFD, piece)
	}
	for first := true; len(piece) > 0; first = false {
		r, size := utf8.DecodeRune(piece)
		switch {
		case r == utf8.RuneError && size == 1: // stays as it is
			kept = append(kept, piece[0])
		case first || f&FoldMarks == 0 || !taken(r):
			kept = utf8.AppendRune(kept, f.letter(r))
		}
		piece = piece[size:]
	}
	return canonical.Append(dst, norm.NFC, kept)
}

// letter returns what a rune is written as.
func (f Fold) letter(r rune) rune {
	switch r {
	case 'v', 'V':
		if f&FoldUV != 0 {
			return r - 1
		}
	case 'j', 'J':
		if f&FoldIJ != 0 {
			return r - 1
		}
	case 'ſ':
		if f&FoldLongS != 0 {
			return 's'
		}
	case 'ٱ', 'ى', 'ی', 'ک', 'ة', 'ۀ', 'ە':
		if f&FoldMarks != 0 {
			return arabic[r]
		}
	default:
		if f&FoldDigits != 0 && r >= utf8.RuneSelf && unicode.IsDigit(r) {
			return digit(r)
		}
	}
	return r
}

// arabic are letters of one sound and several forms, as texts of several countries write them.
var arabic = map[rune]rune{'ٱ': 'ا', 'ى': 'ي', 'ی': 'ي', 'ک': 'ك', 'ة': 'ه', 'ۀ': 'ه', 'ە': 'ه'}

// digit returns the digit of ASCII with the value of r, which is a decimal digit: those of a script follow each other,
// and begin with zero.
func digit(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return '0' + (r-rune(t.Lo))%10
		}
	}
	return r
}

// taken reports whether FoldMarks takes a rune away: the marks that stand at letters of several scripts, and those that
// Hebrew, Arabic and Syriac texts often leave out. Vowels of Indian scripts, and the marks of kana, are parts of words.
func taken(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r <= 0x36f, 0x591 <= r && r <= 0x5bd, r == 0x5bf, r == 0x5c1, r == 0x5c2, r == 0x5c4, r == 0x5c5, r == 0x5c7,
		0x610 <= r && r <= 0x61a, r == 0x640, 0x64b <= r && r <= 0x65f, r == 0x670, 0x6d6 <= r && r <= 0x6dc,
		0x6df <= r && r <= 0x6e4, r == 0x6e7, r == 0x6e8,
		0x6ea <= r && r <= 0x6ed, 0x730 <= r && r <= 0x74a, 0x1ab0 <= r && r <= 0x1aff, 0x1dc0 <= r && r <= 0x1dff:
		return true
	}
	return false
}

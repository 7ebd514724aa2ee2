// Package normal makes the text that q-grams are taken from: the letters and digits of every
// script, in the form of words (package token), with one separator for each run of other characters.
//
// # Widths
//
// A Chinese character says about as much as three letters. So every character has a width:
// Wide for Han, Hiragana, Katakana and Hangul, 1 for all others. Lengths, positions and
// parameters such as q and w count widths ("places"), and the same q and w serve every script
// and every mixture: with q 4 and w 90 a q-gram is 4 letters or 2 Han characters, and the
// least shared text that always has a common signature is 93 letters or 31 Han characters. In text of letters
// only, a place is a character.
//
// Punctuation and white space between two wide characters is left out: Chinese lines are wrapped
// anywhere, and editions differ in their punctuation.
package normal

import (
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
)

// Wide is the width of a wide character, in places.
const Wide = 3

// A Char is a character of the alphabet: Separator, the digits from 1 on, the Latin letters a to
// z, and behind these Alphabet, all other letters and digits by code point. Wide characters have
// wideBit.
type Char uint32

const (
	// Separator stands for a run of characters that are neither letters nor digits.
	Separator Char = 0
	// Alphabet is the number of characters that are a separator, a digit or a letter a to z.
	Alphabet = 37

	firstDigit  = 1
	firstLetter = 11
	wideBit     = 1 << 30
)

// Width returns the width of c in places.
func (c Char) Width() uint32 {
	if c&wideBit != 0 {
		return Wide
	}
	return 1
}

// Text is a normalised text. The zero value is the empty text; it is read with Read, which uses
// its memory again.
type Text struct {
	// Chars are the characters.
	Chars []Char
	// at is the byte of each character in the text that was read, of a mark that of the letter
	// before it, and behind them the end of the last one.
	at []uint32
	// places is the place of each character, and behind them that of the end; nil if every
	// character has a width of 1.
	places []uint32
	// Latin reports whether all characters are below Alphabet.
	Latin bool
}

// ascii is the character of each byte below 128; Separator if it is neither letter nor digit.
var ascii = func() (table [utf8.RuneSelf]Char) {
	for b := range table {
		switch c := Char(b); {
		case '0' <= b && b <= '9':
			table[b] = firstDigit + c - '0'
		case 'a' <= b && b <= 'z':
			table[b] = firstLetter + c - 'a'
		case 'A' <= b && b <= 'Z':
			table[b] = firstLetter + c - 'A'
		}
	}
	return table
}()

// wideScripts are those whose characters are wide.
var wideScripts = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul}

// charOf returns the character of a rune, and what it is to words. Only Whole and Mark have one.
func charOf(r rune) (Char, token.Part) {
	folded, part := token.Letter(r)
	switch {
	case part == token.Apart || part == token.Unseen:
		return Separator, part
	case folded < utf8.RuneSelf:
		return ascii[folded], part
	case 0x3400 <= folded && folded <= 0x9fff: // nearly all that are wide
		return Alphabet + Char(folded) | wideBit, part
	case folded >= 0x1100 && unicode.In(folded, wideScripts...):
		return Alphabet + Char(folded) | wideBit, part
	}
	return Alphabet + Char(folded), part
}

// Read normalises a text of less than 4 GiB, which is in NFC (analysis.Layout). A byte that is not valid
// UTF-8 is a separator.
func (t *Text) Read(text []byte) {
	t.at = slices.Grow(t.at[:0], len(text)+1)
	t.read(text, t.at[:len(text)+1])
}

// ReadChars is Read without Bytes, and faster.
func (t *Text) ReadChars(text []byte) {
	t.at = t.at[:0]
	t.read(text, nil)
}

// read normalises a text. It sets at, which is as long as the text and one more, or nil.
func (t *Text) read(text []byte, at []uint32) {
	rd := reading{text: text, at: at, chars: slices.Grow(t.Chars[:0], len(text))[:len(text)], gap: -1}
	for i := 0; i < len(text); {
		var c Char
		size := 1
		if b := text[i]; b < utf8.RuneSelf {
			c = ascii[b]
		} else {
			var r rune
			r, size = utf8.DecodeRune(text[i:])
			var part token.Part
			switch c, part = charOf(r); part {
			case token.Unseen:
				i += size
				continue
			case token.Mark:
				rd.mark(c, i)
				i += size
				rd.end = i
				continue
			case token.Varied:
				i = rd.vary(r, i)
				continue
			}
		}
		if c == Separator {
			if rd.gap < 0 {
				rd.gap = i
			}
			i += size
			continue
		}
		rd.letter(c, i)
		i += size
		n := rd.n
		for ; i < len(text) && text[i] < utf8.RuneSelf; i++ { // the rest of a word
			c := ascii[text[i]]
			if c == Separator {
				break
			}
			rd.chars[n] = c
			if at != nil {
				at[n] = uint32(i)
			}
			n++
		}
		if n > rd.n {
			rd.n, rd.base, rd.first = n, i-1, n-1
		}
		rd.end = i
	}
	t.Chars = rd.chars[:rd.n]
	if at != nil {
		at[rd.n] = uint32(rd.end)
		t.at = at[:rd.n+1]
	}
	t.Latin = !rd.other
	t.place(rd.wide)
}

// place sets the places of the characters, of which some are wide or none.
func (t *Text) place(wide bool) {
	t.places = t.places[:0]
	if !wide {
		return
	}
	place := uint32(0)
	for _, c := range t.Chars {
		t.places = append(t.places, place)
		place += c.Width()
	}
	t.places = append(t.places, place)
}

// Wide reports whether the text has a wide character.
func (t *Text) Wide() bool { return len(t.places) > 0 }

// Length returns the length of the text in places.
func (t *Text) Length() uint32 { return t.Place(len(t.Chars)) }

// Place returns the place of character i; the length of the text for the number of characters.
func (t *Text) Place(i int) uint32 {
	if len(t.places) == 0 {
		return uint32(i)
	}
	return t.places[i] - t.places[0]
}

// Part returns the characters from i to j as a text of their own, for places and q-grams: it has no
// Bytes. It shares memory with t.
func (t *Text) Part(i, j int) Text {
	p := Text{Chars: t.Chars[i:j], Latin: t.Latin}
	if len(t.places) > 0 {
		p.places = t.places[i : j+1]
	}
	return p
}

// Char returns the number of the first character that is at a place or behind it.
func (t *Text) Char(place uint32) int {
	if len(t.places) == 0 {
		return min(int(place), len(t.Chars))
	}
	return min(sort.Search(len(t.places), func(i int) bool { return t.Place(i) >= place }), len(t.Chars))
}

// Within returns the range of the characters that are wholly between two places.
func (t *Text) Within(start, end uint32) (i, j int) {
	i, j = t.Char(start), t.Char(end)
	if t.Place(j) > end {
		j--
	}
	return i, max(i, j)
}

// Bytes returns the range of the characters from i to j, in bytes of the text that was read,
// without separators at its ends, and with all marks of its first and last letters.
// 0 <= i <= j <= len(t.Chars).
func (t *Text) Bytes(text []byte, i, j int) (start, end int) {
	for i < j && t.Chars[i] == Separator {
		i++
	}
	for i < j && t.Chars[j-1] == Separator {
		j--
	}
	if i == j {
		return int(t.at[i]), int(t.at[i])
	}
	last := int(t.at[j-1])
	_, size := utf8.DecodeRune(text[last:])
	return int(t.at[i]), marksEnd(text, last+size)
}

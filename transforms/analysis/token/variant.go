package token

import (
	_ "embed"
	"strings"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
	"example.org/diagonal/transforms/analysis/canonical"
)

// variantTable is pairs of characters, line by line: a traditional character, and the
// simplified one that represents it. No character is on both sides.
//
//go:embed variants.txt
var variantTable string

const firstHan, lastHan = '一', '鿿' // U+4E00 to U+9FFF, which appendHan reads

const firstVariant = '㐀' // U+3400; no character before it is in the table

var (
	// hanBytes is the character that represents one of U+4E00 to U+9FFF, in UTF-8 as a
	// little-endian number.
	hanBytes [lastHan - firstHan + 1]uint32
	// variants are all pairs.
	variants = map[rune]rune{}
)

func init() {
	for i := range hanBytes {
		hanBytes[i] = bytesOf(firstHan + rune(i))
	}
	for line := range strings.Lines(variantTable) {
		line = strings.TrimSpace(line)
		for line != "" && line[0] != '#' {
			r, n := utf8.DecodeRuneInString(line)
			to, m := utf8.DecodeRuneInString(line[n:])
			line = line[n+m:]
			variants[r] = to
			if firstHan <= r && r <= lastHan {
				hanBytes[r-firstHan] = bytesOf(to)
			}
		}
	}
}

func bytesOf(r rune) (n uint32) {
	var b [utf8.UTFMax]byte
	for i, c := range b[:utf8.EncodeRune(b[:], r)] {
		n |= uint32(c) << (8 * i)
	}
	return n
}

// representative returns the character that represents a Han character: a traditional and a
// simplified one are the same word. A simplified character may be written for several
// traditional ones; these are all the same word then.
func representative(r rune) rune {
	if r >= firstVariant {
		if to, ok := variants[r]; ok {
			return to
		}
	}
	return r
}

// Altered reports whether a reader sees t in another form than a token with the same hash
// may have, for more than case and width: as a possessive, or as a traditional character.
func Altered(text []byte, t Token) bool {
	if first := text[t.Start]; first < 0xE3 || first > 0xF0 { // no Han character
		// Few words have an apostrophe there, or the last byte of one. That many end in s cannot be predicted.
		if before := text[max(t.End, 2)-2]; before != '\'' && before != 0x99 {
			return false
		}
	}
	return altered(text[t.Start:t.End])
}

// altered is Altered without the short way.
func altered(word []byte) bool {
	last := word[len(word)-1]
	if last == 's' || last == 'S' {
		before := word[:len(word)-1]
		return len(before) > 0 && (before[len(before)-1] == '\'' || strings.HasSuffix(string(before), "’"))
	}
	if word[0] < 0xE3 || word[0] > 0xF0 { // no Han character
		return false
	}
	r, size := runes.At(word, 0)
	switch {
	case size < len(word):
		return false
	case firstHan <= r && r <= lastHan:
		return hanBytes[r-firstHan] != uint32(word[0])|uint32(word[1])<<8|uint32(word[2])<<16
	case tabled(r) == varied: // a copy of a Han character is that character
		r, _ = utf8.DecodeRune(canonical.NFC(word))
	}
	return representative(r) != r
}

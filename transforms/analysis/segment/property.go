package segment

import "unicode/utf8"

// class is the Sentence_Break property of UAX #29, as far as the boundary
// rules tell its values apart: Extend and Format are one class, and so are CR,
// LF and Sep (SB3, which keeps CR LF together, is done where breaks are read).
type class uint8

const (
	other class = iota
	ignore
	sep
	sp
	lower
	upper
	letter // OLetter: a letter without case, such as a Han character
	numeric
	aterm
	sterm
	scontinue
	closing // Close: quotation marks and brackets, opening ones included

	// In the table only: ranges where the case alternates from one code point
	// to the next.
	evenUpper // even code points are upper case, odd ones lower case
	oddUpper
)

// wide holds masks of the characters at which the scanner stops, apart from
// ASCII: UAX #29 terminators and separators, and U+2026 and U+FF1B. wide3 is
// indexed by the 12 leading bits of a three-byte character, wide2 by the 5 of a
// two-byte one; the bit is the last continuation byte.
var (
	wide2 [32]uint64
	wide3 [1024]uint64
	hot   [256]bool // bytes at which the scanner looks closer
	ascii [128]class
)

func init() {
	for i := range ascii {
		ascii[i] = search(rune(i))
	}
	mark := func(r rune) {
		var b [4]byte
		n := utf8.EncodeRune(b[:], r)
		hot[b[0]] = true
		switch n {
		case 2:
			wide2[b[0]&0x1f] |= 1 << (b[1] & 0x3f)
		case 3:
			wide3[int(b[0]&0x0f)<<6|int(b[1]&0x3f)] |= 1 << (b[2] & 0x3f)
		}
	}
	for i, e := range propertyTable {
		if c := class(e & 15); c != aterm && c != sterm && c != sep {
			continue
		}
		end := uint32(utf8.MaxRune) + 1
		if i+1 < len(propertyTable) {
			end = propertyTable[i+1] >> 4
		}
		for r := e >> 4; r < end; r++ {
			mark(rune(r))
		}
	}
	mark(ellipsis)
	mark(semicolon)
}

const (
	ellipsis  = '…'
	semicolon = '；'
)

// search looks r up in the table.
func search(r rune) class {
	lo, hi := 0, len(propertyTable)
	for hi-lo > 1 {
		m := int(uint(lo+hi) >> 1)
		if propertyTable[m]>>4 <= uint32(r) {
			lo = m
		} else {
			hi = m
		}
	}
	switch c := class(propertyTable[lo] & 15); {
	case c == evenUpper && r&1 == 0, c == oddUpper && r&1 == 1:
		return upper
	case c == evenUpper, c == oddUpper:
		return lower
	default:
		return c
	}
}

// classOf is the class of r. Code points that are not assigned and
// utf8.RuneError have none (other).
func classOf(r rune) class {
	switch {
	case uint32(r) < 128:
		return ascii[r]
	case r >= 0x4e00 && r <= 0x9fff:
		return letter
	}
	return search(r)
}

// classAt is the class and the width in bytes of the character at text[p]. At
// the end of the text the width is 0. A byte that is not UTF-8 is a character
// of class other.
func classAt(text []byte, p int) (class, int) {
	if p >= len(text) {
		return other, 0
	}
	if b := text[p]; b < utf8.RuneSelf {
		return ascii[b], 1
	}
	r, w := utf8.DecodeRune(text[p:])
	return classOf(r), w
}

// scan is the position of the first character at or after text[p] at which a
// sentence could end, or len(text).
func scan(text []byte, p int) int {
	for {
		for p < len(text) && !hot[text[p]] {
			p++
		}
		if p >= len(text) {
			return len(text)
		}
		switch b := text[p]; {
		case b < utf8.RuneSelf:
			return p
		case b < 0xe0:
			if p+1 < len(text) && text[p+1]&0xc0 == 0x80 && wide2[b&0x1f]>>(text[p+1]&0x3f)&1 != 0 {
				return p
			}
		case b < 0xf0:
			if p+2 < len(text) && text[p+1]&0xc0 == 0x80 && text[p+2]&0xc0 == 0x80 &&
				wide3[int(b&0x0f)<<6|int(text[p+1]&0x3f)]>>(text[p+2]&0x3f)&1 != 0 {
				return p
			}
		default:
			if c, _ := classAt(text, p); c == aterm || c == sterm || c == sep {
				return p
			}
		}
		p++
	}
}

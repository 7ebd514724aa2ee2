package segment

import (
	_ "embed"
	"math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// class is the Sentence_Break property of UAX #29, as far as the boundary rules distinguish its
// values: Extend and Format are one class, and so are CR, LF and Sep (SB3, which keeps CR LF
// together, is done where breaks are read).
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
)

// classNames are the names of the classes in the file of the table.
var classNames = []string{"other", "ignore", "sep", "sp", "lower", "upper", "letter", "numeric", "aterm", "sterm",
	"scontinue", "close"}

//go:embed property.txt
var propertyText string

// propertyTable is the class of each code point. An entry is the first code point of a range, shifted left by 4, and
// its class; the range ends where the next begins.
var propertyTable []uint32

// wide holds masks of the characters at which the scanner stops, apart from
// ASCII: UAX #29 terminators and separators, and U+2026, U+FF1B and U+037E. wide3 is
// indexed by the 12 leading bits of a three-byte character, wide2 by the 5 of a
// two-byte one; the bit is the last continuation byte.
var (
	wide2 [32]uint64
	wide3 [1024]uint64
	hot   [256]uint8     // 1 for bytes at which the scanner looks closer
	hotIn [256]uint8     // the same behind the first Greek or Armenian letter
	plane [0x10000]class // the classes of the first plane: nearly all that is in use
)

func init() {
	for line := range strings.Lines(propertyText) {
		first, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if r, err := strconv.ParseUint(first, 16, 32); err == nil { // else it is a comment
			propertyTable = append(propertyTable, uint32(r)<<4|uint32(slices.Index(classNames, name)))
		}
	}
	mark := func(r rune) {
		var b [4]byte
		n := utf8.EncodeRune(b[:], r)
		hot[b[0]] = 1
		switch n {
		case 2:
			wide2[b[0]&0x1f] |= 1 << (b[1] & 0x3f)
		case 3:
			wide3[int(b[0]&0x0f)<<6|int(b[1]&0x3f)] |= 1 << (b[2] & 0x3f)
		}
	}
	for i, e := range propertyTable {
		end := uint32(utf8.MaxRune) + 1
		if i+1 < len(propertyTable) {
			end = propertyTable[i+1] >> 4
		}
		c := class(e & 15)
		for r := e >> 4; r < min(end, uint32(len(plane))); r++ {
			plane[r] = c
		}
		if c != aterm && c != sterm && c != sep {
			continue
		}
		for r := e >> 4; r < end; r++ {
			mark(rune(r))
		}
	}
	mark(ellipsis)
	mark(semicolon)
	mark(greekQuestion)
	hotIn = hot
	hotIn[':'], hotIn[';'] = 1, 1
	for b := range hot {
		if isScriptLead(byte(b)) {
			hot[b] = 1
		}
	}
}

// isScriptLead reports whether b is the first byte of Greek or Armenian letters. The scanner stops at
// the first of them, and looks for the stops of these scripts behind it, with hotIn.
func isScriptLead(b byte) bool { return b == 0xce || b == 0xcf || b >= 0xd4 && b <= 0xd6 }

const (
	ellipsis      = '…'
	semicolon     = '；'
	greekQuestion = '\u037e'
)

// search looks r up in the table.
func search(r rune) class {
	next := sort.Search(len(propertyTable), func(i int) bool { return propertyTable[i]>>4 > uint32(r) })
	return class(propertyTable[next-1] & 15)
}

// classOf is the class of r. Code points that are not assigned and
// utf8.RuneError have none (other).
func classOf(r rune) class {
	if uint32(r) < uint32(len(plane)) {
		return plane[r]
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
		return plane[b], 1
	}
	if isHan(text, p) {
		return letter, 3
	}
	r, w := runes.At(text, p)
	return classOf(r), w
}

// isHan reports whether one of the characters U+5000 to U+9FFF is at text[p]: most of the Han
// characters, and all of them letters.
func isHan(text []byte, p int) bool {
	return p+2 < len(text) && text[p]-0xe5 <= 0xe9-0xe5 && text[p+1]&0xc0 == 0x80 && text[p+2]&0xc0 == 0x80
}

// scan is the position of the first character at or after text[p] at which a
// sentence could end, or a script with other stops begins; or len(text). hot is &hot or &hotIn.
func scan(text []byte, p int, hot *[256]uint8) int {
	for {
		for len(text)-p >= 8 {
			t := (*[8]byte)(text[p:])
			found := hot[t[0]] | hot[t[1]]<<1 | hot[t[2]]<<2 | hot[t[3]]<<3 |
				hot[t[4]]<<4 | hot[t[5]]<<5 | hot[t[6]]<<6 | hot[t[7]]<<7
			if found != 0 {
				p += bits.TrailingZeros8(found)
				break
			}
			p += 8
		}
		for p < len(text) && hot[text[p]] == 0 {
			p++
		}
		if p >= len(text) {
			return len(text)
		}
		switch b := text[p]; {
		case b < utf8.RuneSelf:
			if b != ':' && b != ';' || p > 0 && text[p-1] >= utf8.RuneSelf {
				return p
			}
		case b < 0xe0:
			if hot[':'] == 0 && isScriptLead(b) {
				return p
			}
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

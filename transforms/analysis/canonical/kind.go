package canonical

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/io/runes"
)

// Kind says what NFC does with a rune. It is 0 for most runes.
type Kind uint8

const (
	// first: certain marks make one rune with it, or with a part of it.
	first Kind = 0x80
	// second: it makes one rune with certain ones before it.
	second Kind = 0x40
	// ranks are the bits of the rank of a mark: it goes before marks of a higher rank. 0: it stays.
	ranks Kind = 0x3F
	// other, as a rank, is a rune that is always written in another way, or one behind the table.
	other Kind = 1
)

var (
	// kinds are those of the first plane.
	kinds [0x10000]Kind
	// lead is 1 for the first bytes of movable runes and of those behind the first plane.
	lead [256]uint8
	// variants are the runes of the first two planes that are movable or have a decomposition.
	variants []rune
)

// stable are ranges of many runes that are not movable and have no decomposition in the tables.
var stable = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x3400, Hi: 0x9FFF, Stride: 1},
	{Lo: 0xAC00, Hi: 0xD7A3, Stride: 1}, {Lo: 0xD800, Hi: 0xF8FF, Stride: 1}}}

func init() {
	var b [utf8.UTFMax]byte
	classes := []uint8{0, 0} // the combining classes by rank, up to 63 in all of Unicode
	for r := rune(0x80); r < 0x20000; r++ {
		if unicode.Is(stable, r) {
			continue
		}
		n := utf8.EncodeRune(b[:], r)
		p := norm.NFC.Properties(b[:n])
		if p.BoundaryBefore() && p.Decomposition() == nil {
			continue
		}
		variants = append(variants, r)
		if c := p.CCC(); c > 0 && !slices.Contains(classes, c) {
			classes = append(classes, c)
		}
	}
	slices.Sort(classes[2:])
	for _, r := range variants {
		n := utf8.EncodeRune(b[:], r)
		p := norm.NFC.Properties(b[:n])
		d := p.Decomposition()
		switch {
		case d == nil && p.CCC() == 0:
			set(r, second)
		case d == nil:
			set(r, Kind(slices.Index(classes, p.CCC())))
		case !norm.NFC.IsNormal(b[:n]):
			set(r, other)
		default:
			last, size := utf8.DecodeLastRune(d)
			set(last, second)
			before, _ := utf8.DecodeRune(norm.NFC.Bytes(d[:len(d)-size]))
			set(before, first)
			set(r, first) // a mark may go before the one that is in it
		}
	}
	for r := rune(0x1100); r <= 0x1112; r++ { // Hangul is composed without tables
		set(r, first)
	}
	for r := rune(0xAC00); r <= 0xD7A3; r += 28 {
		set(r, first)
	}
	for r, k := range kinds {
		if k.Movable() {
			lead[utf8.AppendRune(b[:0], rune(r))[0]] = 1
		}
	}
	for c := 0xF0; c <= 0xF4; c++ {
		lead[c] = 1
	}
}

func set(r rune, k Kind) {
	if r < rune(len(kinds)) {
		kinds[r] |= k
	}
}

// Movable reports whether NFC writes a rune of kind k in another way, or does so if certain runes are
// around it.
func (k Kind) Movable() bool { return k&^first != 0 }

// Follows reports whether NFC writes a movable rune of kind k as it is behind one that is of kind
// before, and stays as it is, too. It may be false for one that does.
func (k Kind) Follows(before Kind) bool {
	n := k & ranks
	switch {
	case n == other:
		return false
	case k&second != 0:
		return before&first == 0 && before&ranks <= other
	}
	return n >= before&ranks
}

// KindOf returns the kind of r.
func KindOf(r rune) Kind {
	if r < rune(len(kinds)) {
		return kinds[r]
	}
	return kindBeyond(r)
}

// kindBeyond returns the kind of a rune behind the table.
func kindBeyond(r rune) Kind {
	if p := norm.NFC.PropertiesString(string(r)); p.BoundaryBefore() && p.Decomposition() == nil {
		return first
	}
	return other
}

// Variants calls f for each rune of the first two planes that has a canonical decomposition, or that
// is written in another way with certain runes before it.
func Variants(f func(rune)) {
	for _, r := range variants {
		f(r)
	}
}

// scan returns where the first movable rune of text is, from i on.
func scan(text []byte, i int) int {
	const highs = 0x8080808080808080
	for {
		for len(text)-i >= 8 {
			t := (*[8]byte)(text[i:])
			if binary.LittleEndian.Uint64(t[:])&highs != 0 {
				found := lead[t[0]] | lead[t[1]]<<1 | lead[t[2]]<<2 | lead[t[3]]<<3 |
					lead[t[4]]<<4 | lead[t[5]]<<5 | lead[t[6]]<<6 | lead[t[7]]<<7
				if found != 0 {
					i += bits.TrailingZeros8(found)
					break
				}
			}
			i += 8
		}
		for i < len(text) && lead[text[i]] == 0 {
			i++
		}
		for i < len(text) && lead[text[i]] != 0 { // runes of one script have them one after the other
			r, size := rune(utf8.RuneError), 2
			if c := text[i]; c < 0xE0 && i+1 < len(text) && text[i+1]&0xC0 == 0x80 {
				r = rune(c&0x1F)<<6 | rune(text[i+1]&0x3F)
			} else {
				r, size = runes.At(text, i)
			}
			if KindOf(r).Movable() {
				return i
			}
			i += size
		}
		if i == len(text) {
			return i
		}
	}
}

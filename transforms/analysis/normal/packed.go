package normal

import (
	"encoding/binary"
	"errors"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/transforms/analysis/token"
)

// AppendLatin appends the characters of a text, as Read has them, if all are below Alphabet: one byte
// each. It returns false at the first other one, and at a letter that depends on what is around it; then
// what it has appended is of no use. Most texts
// in English are such: this takes half the time of Read, and the characters a quarter of the memory.
func AppendLatin(dst, text []byte) ([]byte, bool) {
	start := len(dst)
	dst = slices.Grow(dst, len(text)+1)
	chars := dst[start : start+len(text)+1]
	n, last := 0, byte(Separator) // separators at the beginning are left out
	for i := 0; i < len(text); i++ {
		c := latin[text[i]]
		if c == foreign {
			r, size := utf8.DecodeRune(text[i:])
			i += size - 1
			read, part := charOf(r)
			switch {
			case part == token.Unseen:
				continue
			case read >= Alphabet || part == token.Varied:
				return dst, false
			}
			c = byte(read)
		}
		chars[n] = c
		n += int(c|last+foreign) >> 6 // a separator that follows one is written over
		last = c
	}
	if n > 0 && chars[n-1] == byte(Separator) {
		n--
	}
	return dst[:start+n], true
}

// foreign is the character of a byte above 127 in the table latin. All characters below Alphabet
// have six bits.
const foreign = 1<<6 - 1

// latin is the character of each byte.
var latin = func() (table [256]byte) {
	for b := range table {
		table[b] = foreign
		if b < utf8.RuneSelf {
			table[b] = byte(ascii[b])
		}
	}
	return table
}()

// AppendPacked appends the characters to dst:
//
//	for each character: its number without wideBit, twice, and 1 more if it is wide, uvarint
func (t *Text) AppendPacked(dst []byte) []byte {
	for _, c := range t.Chars {
		n := uint64(c&^wideBit) << 1
		if c&wideBit != 0 {
			n++
		}
		dst = binary.AppendUvarint(dst, n)
	}
	return dst
}

// ReadPacked reads what AppendPacked appended. The text is without Bytes.
func (t *Text) ReadPacked(packed []byte) error {
	// not t.Chars: a write of a pointer for each character costs more than all else
	chars := slices.Grow(t.Chars[:0], len(packed))
	t.at, t.Latin = t.at[:0], true
	wide := false
	for x := 0; x < len(packed); {
		n, size := uint64(packed[x]), 1
		if n >= utf8.RuneSelf {
			if n, size = binary.Uvarint(packed[x:]); size <= 0 || n>>1 >= wideBit {
				return errPacked
			}
		}
		c := Char(n >> 1)
		if c >= Alphabet {
			t.Latin = false
			if n&1 == 1 {
				c |= wideBit
				wide = true
			}
		}
		chars = append(chars, c)
		x += size
	}
	t.Chars = chars
	t.place(wide)
	return nil
}

var errPacked = errors.New("normal: packed characters are damaged")

// Package runes counts, checks and decodes the code points of long texts: what package
// unicode/utf8 does, eight bytes of ASCII at a time and characters of three bytes, most
// of those of Chinese, two at a time.
package runes

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const highs = 0x8080808080808080

// Count returns the number of code points of text, as utf8.RuneCount does: a byte that is
// not valid UTF-8 counts as one.
func Count(text []byte) int {
	n, _ := scan(text)
	return n
}

// Valid reports whether text is valid UTF-8, as utf8.Valid does.
func Valid(text []byte) bool {
	_, valid := scan(text)
	return valid
}

func scan(text []byte) (n int, valid bool) {
	valid = true
	for len(text) > 0 {
		if len(text) >= 8 {
			chunk := binary.LittleEndian.Uint64(text)
			if size := bits.TrailingZeros64(chunk&highs) / 8; size > 0 {
				n, text = n+size, text[size:]
				for size == 8 && len(text) >= 32 && ascii32(text) {
					n, text = n+32, text[32:]
				}
				continue
			}
			if chunk&0xC0C0F0C0C0F0 == 0x8080E08080E0 && ofThree(byte(chunk)) && ofThree(byte(chunk>>24)) {
				n, text = n+2, text[6:]
				continue
			}
		}
		r, size := At(text, 0)
		valid = valid && (r != utf8.RuneError || size > 1)
		n, text = n+1, text[size:]
	}
	return n, valid
}

// At returns the code point at text[i] and its length in bytes, as utf8.DecodeRune does:
// RuneError and 1 for a byte that is not valid UTF-8. It panics if i is not in text.
func At(text []byte, i int) (rune, int) {
	if c := text[i]; c&0xF0 == 0xE0 && ofThree(c) && i+2 < len(text) {
		b, d := text[i+1], text[i+2]
		if b&0xC0 == 0x80 && d&0xC0 == 0x80 {
			return rune(c&0x0F)<<12 | rune(b&0x3F)<<6 | rune(d&0x3F), 3
		}
	}
	return utf8.DecodeRune(text[i:])
}

// ofThree reports whether any two continuation bytes make a character of the first byte b,
// which is E0 to EF.
func ofThree(b byte) bool { return b != 0xE0 && b != 0xED }

// ASCII reports whether each byte of text is ASCII.
func ASCII(text []byte) bool {
	for ; len(text) >= 32; text = text[32:] {
		if !ascii32(text) {
			return false
		}
	}
	for ; len(text) >= 8; text = text[8:] {
		if binary.LittleEndian.Uint64(text)&highs != 0 {
			return false
		}
	}
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// ascii32 reports whether each of the first 32 bytes of text is ASCII.
func ascii32(text []byte) bool {
	chunks := (*[32]byte)(text)
	a, b := binary.LittleEndian.Uint64(chunks[:8]), binary.LittleEndian.Uint64(chunks[8:16])
	c, d := binary.LittleEndian.Uint64(chunks[16:24]), binary.LittleEndian.Uint64(chunks[24:])
	return (a|b|c|d)&highs == 0
}

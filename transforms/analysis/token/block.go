package token

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones

	// perBlock is how many words 64 bytes can hold.
	perBlock = 32

	// tail is how many bytes at the end of a text are read one by one: eight, and the
	// eight that a word may begin with.
	tail = 16
)

// alphanumeric has the high bit of each byte of chunk that is an ASCII letter or digit.
func alphanumeric(chunk uint64) uint64 {
	low := chunk &^ highs
	small := low | ones*0x20
	letter := (small + ones*(0x80-'a')) &^ (small + ones*(0x7F-'z'))
	digit := (low + ones*(0x80-'0')) &^ (low + ones*(0x7F-'9'))
	return (letter | digit) &^ chunk & highs
}

// block finds the letters and digits of the 64 bytes of ASCII at text[i], or of fewer: up
// to the first byte that is not ASCII, and not those at the end of text. It returns a
// mask, the first byte in the lowest bit, and how many bytes it read.
func block(text []byte, i int) (mask uint64, size int) {
	limit := min(64, (len(text)-i-8)&^7)
	for ; size < limit; size += 8 {
		chunk := binary.LittleEndian.Uint64(text[i+size:])
		// The multiplication moves the high bits of the bytes side by side.
		mask |= alphanumeric(chunk) >> 7 * 0x0102040810204080 >> 56 << size
		if high := chunk & highs; high != 0 {
			size += bits.TrailingZeros64(high) / 8
			return mask & (1<<size - 1), size
		}
	}
	return mask, size
}

// appendBlock appends the tokens that begin in the block at text[i], which is ASCII. It returns
// where reading continues. text[i] must not be inside a token.
func appendBlock(dst []Token, text []byte, i int) (_ []Token, next int) {
	mask, size := block(text, i)
	if mask == 0 {
		return dst, i + size
	}
	dst = slices.Grow(dst, perBlock)
	base := len(dst)
	out := (*[perBlock]Token)(dst[base : base+perBlock])
	n := 0
	for ; mask != 0; n++ {
		behind := mask + mask&-mask // the lowest run of bits became the bit behind it
		out[n&(perBlock-1)] = Token{
			Start: uint32(i + bits.TrailingZeros64(mask)),
			End:   uint32(i + bits.TrailingZeros64(behind)),
		}
		mask &= behind
	}
	for k := range out[:n] {
		t := &out[k]
		at, end := int(t.Start), int(t.End)
		if c := text[end]; c == '\'' || ascii[c] != 0 {
			wide := c == '\'' || c >= utf8.RuneSelf
			if !wide && at > i { // it goes on behind the block
				return dst[:base+k], at
			}
			if !wide || !ends(text, end) {
				t.Hash, end = word(text, at)
				t.End = uint32(end)
				return dst[:base+k+1], end
			}
		}
		state := uint64(seed)
		for ; end-at > 8; at += 8 {
			state = mix(state, binary.LittleEndian.Uint64(text[at:at+8])|ones*0x20)
		}
		// In letters and digits 0x20 only makes letters small.
		last := (binary.LittleEndian.Uint64(text[at:at+8]) | ones*0x20) & (^uint64(0) >> (8 * (at - end) & 63))
		t.Hash = finish(mix(state, last))
	}
	return dst[:base+n], i + size
}

// appendHan appends the characters U+4E00 to U+9FFF at text[i], up to one that has marks after
// it or to another character, and not those at the end of text. It returns where reading
// continues.
func appendHan(dst []Token, text []byte, i int) (_ []Token, next int) {
	for len(text)-i >= 8 {
		chunk := binary.LittleEndian.Uint64(text[i:])
		if bits.ReverseBytes32(uint32(chunk))>>8-0xE4B880 > 0xE9BFBF-0xE4B880 || chunk&0xC0C000 != 0x808000 {
			break
		}
		if c := byte(chunk >> 24); c >= utf8.RuneSelf && c-0xE4 > 0xE9-0xE4 {
			r, _ := runes.At(text, i+3)
			if class := tabled(r); class >= mark && class != single && (class != varied || variedClass(r) == mark) {
				break // a mark, or invisible
			}
		}
		dst = append(dst, Token{finish(mix(seed, uint64(hanBytes[hanAt(chunk)]))), uint32(i), uint32(i + 3)})
		i += 3
	}
	return dst, i
}

// hanAt returns the number from firstHan on of the character whose three bytes chunk begins with.
func hanAt(chunk uint64) int {
	return int(chunk&0x0F<<12|chunk>>8&0x3F<<6|chunk>>16&0x3F) - firstHan
}

// ends reports whether a word of ASCII ends at text[i], where an apostrophe or a byte
// outside ASCII stands.
func ends(text []byte, i int) bool {
	if text[i] == '\'' {
		return !letterAt(text, i+1)
	}
	r, _ := runes.At(text, i)
	switch tabled(r) {
	case single:
		return true
	case separator:
		return r != '’'
	}
	return false // most often
}

package winnow

import (
	"fmt"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/normal"
)

// A Gram identifies a q-gram: a run of characters of at least q places, and not of q places
// without its last character. In text of letters these are q characters.
//
// Up to packedQ characters below normal.Alphabet are packed, so that grams of one length order
// as the alphabet does: 6 bits each, the first character highest. All others are a hash with the
// top bit set. Two such grams have one Gram by chance with a probability of 2^-63.
type Gram uint64

const (
	packedQ  = 10
	charBits = 6
	hashed   = 1 << 63
	// multiplier is that of the polynomial hash.
	multiplier = 0x9E3779B97F4A7C15
)

// Packed reports whether the characters of g can be read off it.
func (g Gram) Packed() bool { return g&hashed == 0 }

// hashOf finishes a polynomial hash.
func hashOf(h uint64) Gram { return Gram(mix.Full(h) | hashed) }

// AppendGrams appends the q-grams of a text to dst: one that begins at each character, for the
// first n characters. A text without a q-gram has none. q is at least 1.
func AppendGrams(dst []Gram, t *normal.Text, q int) []Gram {
	switch {
	case t.Wide():
		return appendMixed(dst, t, q)
	case t.Latin && q <= packedQ:
		return appendPacked(dst, t.Chars, q)
	}
	return appendRolling(dst, t.Chars, q)
}

// AppendLatinGrams is AppendGrams for the characters of normal.AppendLatin.
func AppendLatinGrams(dst []Gram, chars []byte, q int) []Gram {
	if q <= packedQ {
		return appendPacked(dst, chars, q)
	}
	return appendRolling(dst, chars, q)
}

// character is a character of a text, in one of its two forms.
type character interface{ byte | normal.Char }

// appendPacked is AppendGrams for characters below normal.Alphabet.
func appendPacked[C character](dst []Gram, chars []C, q int) []Gram {
	if len(chars) < q {
		return dst
	}
	mask := Gram(1)<<(charBits*q) - 1
	g := Gram(0)
	for _, c := range chars[:q-1] {
		g = g<<charBits | Gram(c)
	}
	for _, c := range chars[q-1:] {
		g = (g<<charBits | Gram(c)) & mask
		dst = append(dst, g)
	}
	return dst
}

// appendRolling is AppendGrams for characters of width 1.
func appendRolling[C character](dst []Gram, chars []C, q int) []Gram {
	if len(chars) < q {
		return dst
	}
	top := uint64(1) // the factor of the first character of a gram
	for range q - 1 {
		top *= multiplier
	}
	mask := Gram(1)<<(charBits*min(q, packedQ)) - 1
	h, g := uint64(0), Gram(0)
	foreign := 0 // the number of characters of the gram that cannot be packed
	for i, c := range chars {
		if i >= q {
			old := chars[i-q]
			h -= (uint64(old) + 1) * top
			if old >= normal.Alphabet {
				foreign--
			}
		}
		h = h*multiplier + uint64(c) + 1
		g = (g<<charBits | Gram(c)&(1<<charBits-1)) & mask
		if c >= normal.Alphabet {
			foreign++
		}
		switch {
		case i < q-1:
		case foreign == 0 && q <= packedQ:
			dst = append(dst, g)
		default:
			dst = append(dst, hashOf(h))
		}
	}
	return dst
}

// appendMixed is AppendGrams for characters of any width.
func appendMixed(dst []Gram, t *normal.Text, q int) []Gram {
	for i := range t.Chars {
		g, ok := gramAt(t.Chars[i:], q)
		if !ok {
			break
		}
		dst = append(dst, g)
	}
	return dst
}

// gramAt returns the q-gram at the beginning of chars.
func gramAt(chars []normal.Char, q int) (Gram, bool) {
	h, packed, latin := uint64(0), Gram(0), q <= packedQ
	width := 0
	for _, c := range chars {
		h = h*multiplier + uint64(c) + 1
		packed = packed<<charBits | Gram(c)&(1<<charBits-1)
		latin = latin && c < normal.Alphabet
		if width += int(c.Width()); width >= q {
			if latin {
				return packed, true
			}
			return hashOf(h), true
		}
	}
	return 0, false
}

// Text returns the characters of a packed q-gram of length q, and the hash of another one, for people.
func (g Gram) Text(q int) string {
	if !g.Packed() {
		return fmt.Sprintf("#%016x", uint64(g))
	}
	const letters = "_0123456789abcdefghijklmnopqrstuvwxyz"
	b := make([]byte, q)
	for i := q - 1; i >= 0; i-- {
		b[i] = letters[g&(1<<charBits-1)%normal.Alphabet]
		g >>= charBits
	}
	return string(b)
}

package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// mixedPrefix begins the name of a set of text that is UTF-8 where it is valid, and elsewhere in a set of one byte
// a letter, such as utf-8+windows-1252.
const mixedPrefix = UTF8 + "+"

func isMixed(name string) bool { return strings.HasPrefix(name, mixedPrefix) }

// mixture finds the set of a label such as utf-8+latin1; nil for none.
func mixture(label string) (encoding.Encoding, string) {
	rest, name := lookup(label[len(mixedPrefix):])
	if rest == nil || !oneByte(name) {
		return nil, ""
	}
	m := new(mixedSet)
	for i := range m {
		m[i], _ = utf8.DecodeRune(convert([]byte{byte(i)}, rest))
	}
	return m, mixedPrefix + name
}

// mixedSet is a set of text that is UTF-8 where it is valid: the character of each other byte.
type mixedSet [256]rune

// NewDecoder returns what converts such text to UTF-8.
func (m *mixedSet) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: mixedDecoder{set: m}}
}

// NewEncoder writes UTF-8, which is the set as well.
func (m *mixedSet) NewEncoder() *encoding.Encoder {
	return &encoding.Encoder{Transformer: transform.Nop}
}

type mixedDecoder struct {
	transform.NopResetter
	set *mixedSet
}

func (m mixedDecoder) Transform(dst, src []byte, atEOF bool) (made, read int, err error) {
	for read < len(src) {
		r, n := utf8.DecodeRune(src[read:])
		if r == utf8.RuneError && n == 1 {
			if !atEOF && !utf8.FullRune(src[read:]) {
				return made, read, transform.ErrShortSrc
			}
			r = m.set[src[read]]
		}
		if made+utf8.RuneLen(r) > len(dst) {
			return made, read, transform.ErrShortDst
		}
		made += utf8.EncodeRune(dst[made:], r)
		read += n
	}
	return made, read, nil
}

// mixed returns the set of a text of which some is UTF-8 and some is in a set of one byte a letter. ok is
// false if it is not: if the valid UTF-8 reads as text in that set, too, it came about by chance.
func mixed(b []byte) (c Choice, ok bool) {
	valid, rest := halves(b)
	if len(valid) == 0 {
		return Choice{}, false
	}
	c = guess(rest)
	if !oneByte(c.Name) || readIn(valid, c.Name).fits() {
		return Choice{}, false
	}
	return Choice{Name: mixedPrefix + c.Name, Unsure: c.Unsure}, true
}

// piece is how long a piece of text is at most that counts for one half of it or the other, but for its last word.
const pieceSize = 200

// halves returns samples of the pieces of a text that have letters of UTF-8, and of those that have other bytes beyond
// ASCII. In each, what belongs to the other is a space.
func halves(b []byte) (valid, rest []byte) {
	for len(b) > 0 && (len(valid) < sampleSize || len(rest) < sampleSize) {
		n := min(len(b), pieceSize)
		if i := bytes.IndexByte(b[:n], '\n'); i >= 0 {
			n = i + 1
		} else if i := bytes.IndexByte(b[n:], ' '); i >= 0 && i < pieceSize {
			n += i
		}
		piece := b[:n]
		b = b[n:]
		letters, invalid := CountUTF8(piece)
		if letters > 0 && len(valid) < sampleSize {
			valid = appendOf(valid, piece, true)
		}
		if invalid > 0 && len(rest) < sampleSize {
			rest = appendOf(rest, piece, false)
		}
	}
	return valid, rest
}

// appendOf appends a text with only its valid letters beyond ASCII, or with only its other bytes beyond ASCII.
func appendOf(to, text []byte, valid bool) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r < utf8.RuneSelf || (r != utf8.RuneError || n > 1) == valid {
			to = append(to, text[:n]...)
		} else {
			to = append(to, ' ')
		}
		text = text[n:]
	}
	return to
}

package plainio

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/runes"
)

// nulShare is the share of NUL bytes, one in so many, above which a file is binary. In
// archives of texts it is far above; texts that were taken out of PDF files
// have less (at most one in 140 in the 14 of 5,057 web texts that have any).
const nulShare = 32

// binary finds out whether a file is one that holds no text: it has NUL bytes, and more
// of them than text has, or is not valid UTF-8 besides. Other control characters and
// bytes that are not UTF-8 are no sign by themselves. A file in UTF-16 or UTF-32 is not binary.
type binary struct {
	set     string // of Params
	first   int    // offset of the first NUL byte, -1 without any
	count   int    // NUL bytes
	checked int    // bytes that are known to be UTF-8
	invalid bool
}

// add looks at the bytes of text from the given one on.
func (b *binary) add(text []byte, from int) {
	if b.first < 0 {
		i := bytes.IndexByte(text[from:], 0)
		if i < 0 {
			return
		}
		b.first = from + i
	}
	b.count += bytes.Count(text[from:], []byte{0})
	if b.invalid {
		return
	}
	end := len(text) // less the head of a code point whose tail is to come
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) && !utf8.FullRune(tail) {
			end = len(text) - n
		}
	}
	if b.invalid = !runes.Valid(text[b.checked:end]); !b.invalid {
		b.checked = end
	}
}

// certain reports whether a file that goes on, up to limit bytes, is binary in any case.
func (b *binary) certain(text []byte, limit int) bool {
	return b.count > 0 && (b.invalid || b.count > limit/nulShare) && len(text) >= decided && !b.wide(text)
}

// wide reports whether the file is in a character set of two or four bytes a character. The first bytes decide.
func (b *binary) wide(text []byte) bool {
	if b.set == Auto {
		b.set = charset.Decide(text[:min(len(text), decided)], "", "").Name
	}
	return charset.Wide(b.set)
}

// decided is how many bytes decide.
const decided = 64 << 10

// is reports whether text, the whole of it, is that of a binary file.
func (b *binary) is(text []byte) bool {
	return b.count > 0 && (b.invalid || b.checked < len(text) || b.count*nulShare > len(text)) && !b.wide(text)
}

// reason is the error for a binary file that begins with text.
func (b *binary) reason(text []byte) error {
	// else it would not be binary
	if other := charset.Decide(text[:min(len(text), decided)], "", "").Name; charset.Wide(other) {
		return seems(other, b.set)
	}
	return notText(b.first)
}

// notText is the error for a file that has no text, and a NUL byte.
func notText(at int) error { return fmt.Errorf("binary file (NUL byte at offset %d)", at) }

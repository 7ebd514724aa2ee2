package plainio

import (
	"fmt"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// A text is of another character set if it has so many bytes that are not UTF-8, if these are one in so
// many of all bytes, and one in two of those that are not ASCII. Texts in GB18030, Big5, Shift JIS, KOI8-R
// and Windows-1251 are: nearly all of their letters are such bytes. A text in Latin-1 is not: four in a hundred
// of its letters have an accent, and the rest can be compared.
const (
	leastInvalid = 64
	invalidShare = 8
)

// otherCharset returns an error if text, the whole of it, is of another character set than UTF-8.
func otherCharset(text []byte) error {
	if runes.Valid(text) {
		return nil
	}
	invalid, others := 0, 0
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			if r, n = utf8.DecodeRune(text[i:]); r == utf8.RuneError && n == 1 {
				invalid++
			}
			others += n
		}
		i += n
	}
	if invalid < leastInvalid || invalid*invalidShare < len(text) || invalid*2 < others {
		return nil
	}
	return fmt.Errorf("not UTF-8 (%d of %d bytes are not): convert it, for example with --pre='iconv -f GB18030 -t UTF-8 {}'", invalid, len(text))
}

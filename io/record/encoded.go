package record

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Encoded data has lines of at least so many characters of the alphabet of base64, letters of both cases and digits
// among them, and next to no spaces. Lines of DNA or of one letter are something else.
const (
	minEncoded = 56
	lookedAt   = 4 << 10
)

// Encoded returns why a text is no text where most of it is base64, as attachments of mail are. It is the reason of a
// Rejected. For all other texts it returns nil. The middle shows what need not be looked at.
func Encoded(text []byte) error {
	if MayBeEncoded(text) && 2*base64Bytes(middle(text)) >= len(middle(text)) && 2*base64Bytes(text) >= len(text) {
		return errors.New("most of it is base64, not text: decode it, for example with --pre")
	}
	return nil
}

// MayBeEncoded reports whether Encoded has to look at a text, which may be as a line of JSON has it.
func MayBeEncoded(text []byte) bool {
	return len(text) >= 10*minEncoded && 64*bytes.Count(middle(text), []byte(" ")) <= len(middle(text))
}

func middle(text []byte) []byte {
	return text[max(0, len(text)/2-lookedAt/2):min(len(text), len(text)/2+lookedAt/2)]
}

// EncodedBytes returns how many bytes of a text are in lines of base64, with their ends; 0 where that is less than ten
// lines, as a key or a hash is.
func EncodedBytes(text []byte) int {
	if n := base64Bytes(text); n >= 10*minEncoded {
		return n
	}
	return 0
}

// base64Bytes returns how many bytes are in lines of base64.
func base64Bytes(text []byte) (n int) {
	for line := range bytes.Lines(text) {
		if len(line) < minEncoded || bytes.IndexByte(line, ' ') >= 0 {
			continue // quickly
		}
		trimmed := bytes.TrimRight(line, "\r\n=")
		if len(trimmed) >= minEncoded && len(bytes.Trim(trimmed, upper+lower+digits+"+/")) == 0 &&
			bytes.ContainsAny(trimmed, upper) && bytes.ContainsAny(trimmed, lower) &&
			bytes.ContainsAny(trimmed, digits) {
			n += len(line)
		}
	}
	return n
}

const (
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
)

// escapedByte is the form of a byte in UTF8.
var escapedByte = regexp.MustCompile(`\\x[89a-f][0-9a-f]`)

// UTF8 returns a file name or an id as valid UTF-8, as results have it: JSON has no other
// strings, and two names must not become one.
//
// A name that is valid UTF-8 stays as it is. In one that is not, each byte that is not
// valid is written as \xff, two hexadecimal digits in small letters, and a backslash as
// two. So is a backslash in a valid name that has such an escape in it already, since
// that would be the name of another file. Different names stay different.
func UTF8(name string) string {
	if utf8.ValidString(name) && !escapedByte.MatchString(name) {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, name[0])
		case r == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteString(name[:size])
		}
		name = name[size:]
	}
	return b.String()
}

package record

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
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

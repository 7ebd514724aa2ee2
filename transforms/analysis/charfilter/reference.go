package charfilter

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

const (
	longestName = 31 // CounterClockwiseContourIntegral
	longestOpen = 6  // the longest name that needs no semicolon, as in Aacute
)

// reference decodes the character reference that b begins with and returns its size in bytes, 0
// if the ampersand is text. The decoder of package html knows what a name means; how far it
// reaches is found by the kind of its answer.
func reference(b []byte) (decoded string, size int) {
	if len(b) < 3 {
		return "", 0
	}
	if b[1] == '#' {
		return number(b)
	}
	n := 1
	for n < len(b) && n <= longestName && alphanumeric(b[n]) {
		n++
	}
	if n < len(b) && b[n] == ';' {
		switch string(b[:n+1]) {
		case "&amp;":
			return "&", n + 1
		case "&lt;":
			return "<", n + 1
		case "&gt;":
			return ">", n + 1
		case "&quot;":
			return `"`, n + 1
		case "&nbsp;":
			return " ", n + 1
		}
		// A name of the list is one or two characters; where only its beginning is
		// one, at least a letter and the semicolon stay behind.
		ref := string(b[:n+1])
		if s := html.UnescapeString(ref); s != ref && utf8.RuneCountInString(s) <= 2 {
			return readable(s), n + 1
		}
	}
	for k := min(n-1, longestOpen); k >= 2; k-- {
		ref := string(b[:k+1])
		if s := html.UnescapeString(ref); s != ref && utf8.RuneCountInString(s) == 1 {
			return readable(s), k + 1
		}
	}
	return "", 0
}

// number decodes a numeric reference.
func number(b []byte) (decoded string, size int) {
	digits, n := "0123456789", 2
	if b[2]|0x20 == 'x' {
		digits, n = "0123456789abcdefABCDEF", 3
	}
	first := n
	for n < len(b) && strings.IndexByte(digits, b[n]) >= 0 {
		n++
	}
	if n == first {
		return "", 0
	}
	if n < len(b) && b[n] == ';' {
		n++
	}
	return readable(html.UnescapeString(string(b[:n]))), n
}

// readable gives the characters that only concern the layout as a reader sees them.
func readable(s string) string {
	switch s {
	case "\u00A0":
		return " "
	case "\u00AD":
		return ""
	}
	return s
}

func alphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

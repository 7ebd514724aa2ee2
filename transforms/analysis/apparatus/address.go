package apparatus

import "bytes"

// finder finds the places of a sign in a text. from is asked for ascending places.
type finder struct {
	text []byte
	sign string
	at   int // the next place of the sign, at least that of the last question
	set  bool
}

// from returns the first place of the sign from at on, or the length of the text.
func (f *finder) from(at int) int {
	if f.set && f.at >= at {
		return f.at
	}
	f.set, f.at = true, len(f.text)
	if n := bytes.Index(f.text[at:], []byte(f.sign)); n >= 0 {
		f.at = at + n
	}
	return f.at
}

// schemeStart returns where the scheme begins that ends at text[end], which is end if there is none.
func schemeStart(text []byte, end int) int {
	start := end
	for start > 0 && (isLetter(text[start-1]) || isDigit(text[start-1]) || text[start-1] == '+' ||
		text[start-1] == '.') {
		start--
	}
	for start < end && !isLetter(text[start]) {
		start++
	}
	return start
}

// addressEnd returns where an address ends of which text[at:] is the rest.
func addressEnd(text []byte, at int) int {
	for at < len(text) && inAddress(text[at]) {
		at++
	}
	return at
}

// targetEnd returns where the target of a link ends that begins at text[at], or at if there is none.
func targetEnd(text []byte, at int) int {
	for x := at; x < min(len(text), at+maxTarget); x++ {
		switch c := text[x]; {
		case c == ')':
			return x
		case c <= ' ' || c == '(' || c == '[':
			return at
		}
	}
	return at
}

// inAddress reports whether c may be part of an address.
func inAddress(c byte) bool {
	switch c {
	case '"', '\'', '`', '<', '>', '(', ')', '[', ']', '{', '}', '|', '\\':
		return false
	}
	return c > ' ' && c < 0x7f
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

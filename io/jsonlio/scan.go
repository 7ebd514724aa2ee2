package jsonlio

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth is how deep values may be nested; encoding/json has the same bound. It
// keeps a line of 100 MB of opening brackets from using up the stack.
const maxDepth = 10000

// find returns the values of the id and the text field as they are written in the line, and
// whether the whole line is one valid JSON object.
func (d *Decoder) find(b []byte) (id, text []byte, ok bool) {
	d.reset()
	i := skipSpace(b, 0)
	if i == len(b) || b[i] != '{' {
		return nil, nil, false
	}
	if i = skipSpace(b, i+1); i < len(b) && b[i] == '}' {
		return nil, nil, skipSpace(b, i+1) == len(b)
	}
	for {
		if i == len(b) || b[i] != '"' {
			return nil, nil, false
		}
		start := i + 1
		end, escaped := skipString(b, start)
		if end < 0 {
			return nil, nil, false
		}
		key := b[start : end-1]
		if escaped {
			d.key = appendUnquoted(d.key[:0], key)
			key = d.key
		}
		if i = skipSpace(b, end); i == len(b) || b[i] != ':' {
			return nil, nil, false
		}
		start = skipSpace(b, i+1)
		if i = skipValue(b, start, 1); i < 0 {
			return nil, nil, false
		}
		switch string(key) {
		case d.textField:
			text = b[start:i]
		case d.idField:
			id = b[start:i]
		}
		d.see(key, b[start:i])
		if i = skipSpace(b, i); i == len(b) {
			return nil, nil, false
		}
		switch b[i] {
		case ',':
			i = skipSpace(b, i+1)
		case '}':
			if d.paths != nil {
				id, text = d.paths[0].value(), d.paths[1].value()
			}
			return id, text, skipSpace(b, i+1) == len(b)
		default:
			return nil, nil, false
		}
	}
}

// reset forgets the line before.
func (d *Decoder) reset() {
	for i := range d.paths {
		d.paths[i].reset()
	}
	for i := range d.keep {
		d.keep[i].reset()
	}
}

// see takes a field at the top of the object, for places with a path and for those that are kept.
func (d *Decoder) see(key, value []byte) {
	for i := range d.paths {
		d.paths[i].see(key, value, d)
	}
	for i := range d.keep {
		d.keep[i].see(key, value, d)
	}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// skipValue returns the index behind the value that begins at i, or -1 where there
// is no valid one. depth is how many values are open around it.
func skipValue(b []byte, i, depth int) int {
	if i >= len(b) {
		return -1
	}
	switch c := b[i]; c {
	case '"':
		end, _ := skipString(b, i+1)
		return end
	case '{', '[':
		return skipNested(b, i, depth)
	case 't':
		return skipWord(b, i, "true")
	case 'f':
		return skipWord(b, i, "false")
	case 'n':
		return skipWord(b, i, "null")
	}
	return skipNumber(b, i)
}

// skipNested skips an object or a list.
func skipNested(b []byte, i, depth int) int {
	if depth >= maxDepth {
		return -1
	}
	object := b[i] == '{'
	closing := b[i] + 2 // in ASCII, for both
	if i = skipSpace(b, i+1); i < len(b) && b[i] == closing {
		return i + 1
	}
	for i < len(b) {
		if object {
			if b[i] != '"' {
				return -1
			}
			if i, _ = skipString(b, i+1); i < 0 {
				return -1
			}
			if i = skipSpace(b, i); i == len(b) || b[i] != ':' {
				return -1
			}
			i = skipSpace(b, i+1)
		}
		if i = skipValue(b, i, depth+1); i < 0 {
			return -1
		}
		if i = skipSpace(b, i); i == len(b) {
			return -1
		}
		switch b[i] {
		case ',':
			i = skipSpace(b, i+1)
		case closing:
			return i + 1
		default:
			return -1
		}
	}
	return -1
}

func skipWord(b []byte, i int, word string) int {
	if len(b)-i < len(word) || string(b[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

// skipNumber follows RFC 8259, section 6.
func skipNumber(b []byte, i int) int {
	if i < len(b) && b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = skipDigits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = skipDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		return skipDigits(b, i)
	}
	return i
}

// skipDigits wants at least one digit.
func skipDigits(b []byte, i int) int {
	start := i
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special has the high bit set in the lowest byte of w that is a quote, a backslash
// or a control character; bits above that one may be wrong (Bit Twiddling Hacks,
// "Determine if a word has a byte less than n" and "equal to n").
func special(w uint64) uint64 {
	quote := w ^ ones*'"'
	backslash := w ^ ones*'\\'
	return ((quote-ones)&^quote | (backslash-ones)&^backslash | (w-ones*0x20)&^w) & highs
}

// skipString returns the index behind the quote that ends the string whose first
// byte is b[i], or -1 where the string is not valid, and whether it has an escape.
// Bytes that are not UTF-8 are valid here, as they are for encoding/json.
func skipString(b []byte, i int) (end int, escaped bool) {
	for {
		for i+8 <= len(b) {
			m := special(binary.LittleEndian.Uint64(b[i:]))
			if m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		for i < len(b) && b[i] != '"' && b[i] != '\\' && b[i] >= 0x20 { // fewer than 8 left
			i++
		}
		if i == len(b) || b[i] < 0x20 {
			return -1, escaped
		}
		if b[i] == '"' {
			return i + 1, escaped
		}
		if i = skipEscape(b, i); i < 0 {
			return -1, true
		}
		escaped = true
	}
}

// skipEscape returns the index behind the escape that begins at b[i], or -1.
func skipEscape(b []byte, i int) int {
	if i+1 >= len(b) {
		return -1
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		if hex4(b, i+2) >= 0 {
			return i + 6
		}
	}
	return -1
}

// hex4 is the value of the four hexadecimal digits at b[i], or -1.
func hex4(b []byte, i int) rune {
	if i+4 > len(b) {
		return -1
	}
	var r rune
	for _, c := range b[i : i+4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

package apparatus

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// headOf returns the range of the head of a text, from its first field on. It is empty if there is
// none.
func headOf(text []byte) (start, end int) {
	keys, titles := map[string]bool{}, 0
	fenced, inField := false, false
	for at := 0; at < len(text)/2; {
		line, next := text[at:], len(text)
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], at+n+1
		}
		trimmed := bytes.TrimSpace(line)
		fence := string(trimmed) == "---" || string(trimmed) == "+++"
		key, ok := keyOf(trimmed)
		switch {
		case len(line) > maxLine:
			return start, endOf(keys, end)
		case fence && len(keys) == 0 && !fenced:
			fenced = true
		case fence || len(trimmed) == 0 && inField && !fenced:
			return start, endOf(keys, end)
		case len(trimmed) == 0:
		case ok:
			if !inField {
				start = at
			}
			keys[string(key)], inField, end = true, true, next
		case inField && (line[0] == ' ' || line[0] == '\t' || fenced):
			end = next
		case inField:
			return start, endOf(keys, end)
		default:
			if titles++; titles > maxTitle {
				return 0, 0
			}
		}
		at = next
	}
	return 0, 0 // there is nothing else, or no end
}

// endOf returns end if the keys make a head, else 0.
func endOf(keys map[string]bool, end int) int {
	if len(keys) < minFields {
		return 0
	}
	return end
}

// keyOf returns the key of a line "Key: value", without marks of lists and emphasis.
func keyOf(line []byte) (key []byte, ok bool) {
	line = bytes.TrimLeft(line, "*-+:#%/;| \t")
	words, space := 1, false
	for x := 0; x < min(len(line), maxKey); {
		r, size := utf8.DecodeRune(line[x:])
		switch {
		case r == ':' || r == '：':
			rest := line[x+size:]
			value := r == '：' || len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '*' ||
				rest[0] == '\r'
			return bytes.ToLower(line[:x]), x > 0 && value && words <= maxKeyWords
		case r == ' ':
			space = true
		case unicode.IsLetter(r) || x > 0 && (unicode.IsDigit(r) || r == '-' || r == '_' || r == '*' || r == '/' ||
			r == '.' || r == '(' || r == ')'):
			if space {
				words++
				space = false
			}
		default:
			return nil, false
		}
		x += size
	}
	return nil, false
}

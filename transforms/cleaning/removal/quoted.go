package removal

import "bytes"

// quotes reports whether a > behind text begins a line, or follows others that do: it marks the line as quoted, as in
// mail.
func quotes(text []byte) bool {
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case '\n', '\r':
			return true
		case ' ', '\t', '>':
		default:
			return false
		}
	}
	return true
}

// Quoted appends to dst where a line with more or fewer marks of a quotation than the one before it begins, in bytes,
// but for lines without text: what is quoted and what is not are no sentence, even if no stop is between them.
func Quoted(dst []int, text []byte) []int {
	if !bytes.HasPrefix(text, mark1) && !bytes.Contains(text, lineAndMark) {
		return dst
	}
	last := -1
	for start := 0; start < len(text); {
		end := len(text)
		if n := bytes.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n + 1
		}
		line := text[start:end]
		rest := bytes.TrimLeft(line, "> \t")
		if len(bytes.TrimSpace(rest)) > 0 {
			depth := bytes.Count(line[:len(line)-len(rest)], mark1)
			if last >= 0 && depth != last {
				dst = append(dst, start)
			}
			last = depth
		}
		start = end
	}
	return dst
}

var mark1, lineAndMark = []byte(">"), []byte("\n>")

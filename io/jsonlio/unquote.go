package jsonlio

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"example.org/diagonal/io/runes"
)

// appendUnquoted appends the text that a valid JSON string contains, without its quotes, to
// dst. The result is valid UTF-8.
func appendUnquoted(dst, raw []byte) []byte {
	dst, _ = appendCounted(dst, raw)
	return dst
}

// appendCounted is appendUnquoted, and returns how many bytes were not UTF-8.
func appendCounted(dst, raw []byte) (_ []byte, invalid int) {
	start := len(dst)
	for {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 {
			dst = append(dst, raw...)
			break
		}
		dst, raw = append(dst, raw[:n]...), raw[n:]
		for len(raw) > 0 && raw[0] == '\\' { // escapes come in rows
			dst, raw = appendEscape(dst, raw)
		}
	}
	if !runes.Valid(dst[start:]) {
		// Rare. An escape never completes a broken sequence, for it decodes to whole
		// code points; so the check may come last.
		valid := make([]byte, 0, len(dst)-start+64)
		for i, r := range string(dst[start:]) { // a bad byte gives U+FFFD
			if r == utf8.RuneError && !bytes.HasPrefix(dst[start+i:], []byte("\uFFFD")) {
				invalid++
			}
			valid = utf8.AppendRune(valid, r)
		}
		dst = append(dst[:start], valid...)
	}
	return dst, invalid
}

var short = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// appendEscape decodes the escape at the head of raw, both halves of a surrogate pair.
func appendEscape(dst, raw []byte) (_, rest []byte) {
	if raw[1] != 'u' {
		return append(dst, short[raw[1]]), raw[2:]
	}
	r := hex4(raw, 2)
	raw = raw[6:]
	if utf16.IsSurrogate(r) {
		pair := rune(utf8.RuneError)
		if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
			pair = utf16.DecodeRune(r, hex4(raw, 2))
		}
		if r = pair; pair != utf8.RuneError {
			raw = raw[6:]
		}
	}
	return utf8.AppendRune(dst, r), raw
}

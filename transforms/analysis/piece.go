package analysis

import (
	"bytes"
	"unicode/utf8"

	"example.org/diagonal/io/record"
)

// pieceMarkup is how many bytes of a text with markup are looked at for each code point that is wanted,
// and at least: the readable ones may be a small part of it.
const (
	pieceMarkup = 16
	leastMarkup = 16 << 10
)

// Piece returns the bytes from start to end of a text as a reader sees them: without markup, at most so
// many code points of them, as valid UTF-8. cut is true if there is more of it. ok is false if the
// range is not in the text.
func Piece(text []byte, markup record.Markup, start, end int64, most int) (piece string, cut, ok bool) {
	if start < 0 || start > end || end > int64(len(text)) {
		return "", false, false
	}
	text = text[start:end]
	if looked := utf8.UTFMax * most; markup == record.Plain && len(text) > looked {
		text = text[:min(len(text), looked+utf8.UTFMax)] // a code point more than wanted, at least
	}
	if looked := max(leastMarkup, pieceMarkup*most); markup != record.Plain && len(text) > looked {
		text, cut = text[:looked], true
		if i := bytes.LastIndexByte(text, '<'); i > bytes.LastIndexByte(text, '>') { // half a tag
			text = text[:i]
		}
	}
	if markup != record.Plain {
		text, _ = Shown(text, markup)
	}
	at := 0
	for n := 0; at < len(text); n++ {
		if n == most {
			cut = true
			break
		}
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return string([]rune(string(text[:at]))), cut, true // an invalid byte becomes U+FFFD
}

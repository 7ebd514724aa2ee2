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
	minMarkup   = 16 << 10
)

// Piece returns the text at some bytes of the file of a document as a reader sees it: without markup, at most so
// many code points of it, as valid UTF-8. cut is true if there is more of it. ok is false if the
// range is not in the text.
func Piece(d *record.Document, start, end int64, limit int) (piece string, cut, ok bool) {
	text, ok := d.Piece(start, end)
	if !ok {
		return "", false, false
	}
	markup := d.Markup
	if looked := utf8.UTFMax * limit; markup == record.Plain && len(text) > looked {
		text = text[:min(len(text), looked+utf8.UTFMax)] // a code point more than wanted, at least
	}
	if looked := max(minMarkup, pieceMarkup*limit); markup != record.Plain && len(text) > looked {
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
		if n == limit {
			cut = true
			break
		}
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return string([]rune(string(text[:at]))), cut, true // an invalid byte becomes U+FFFD
}

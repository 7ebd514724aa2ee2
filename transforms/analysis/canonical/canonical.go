// Package canonical finds text that Unicode can write in several ways, and writes it in one: é is one
// code point, or e and an accent. Texts that differ in nothing else are canonically equal, and have
// the form NFC in common (Unicode Standard Annex #15).
//
// It finds such text; golang.org/x/text/unicode/norm writes it. More than 30 marks on one character
// are taken in parts, as that package does (Stream-Safe Text Format).
package canonical

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/io/runes"
)

// Next returns the range of the first piece of text, from at on, that is not in NFC; it is empty, at
// the end of text, if all of it is. A piece is a character with its marks. text[at] must not be
// inside of one. A byte that is not valid UTF-8 stays as it is.
func Next(text []byte, at int) (from, to int) {
	for i := scan(text, at); i < len(text); i = scan(text, at) {
		from = i
		if r, _ := runes.At(text, i); i > at && !begins(r) {
			_, size := utf8.DecodeLastRune(text[at:i])
			from -= size
		}
		if at = inOrder(text, from, i); at >= 0 {
			continue
		}
		to = end(text, i)
		var few [64]byte
		if !bytes.Equal(Append(few[:0], norm.NFC, text[from:to]), text[from:to]) {
			return from, to
		}
		at = to
	}
	return len(text), len(text)
}

// begins reports whether a piece begins with the movable rune r, whatever is before it.
func begins(r rune) bool {
	return KindOf(r)&ranks == other && norm.NFC.PropertiesString(string(r)).BoundaryBefore()
}

// end returns where the piece ends that the movable rune at text[i] is part of.
func end(text []byte, i int) int {
	for to := i; to < len(text); {
		p := norm.NFC.Properties(text[to:])
		if to > i && (p.Size() == 0 || p.BoundaryBefore()) {
			return to
		}
		to += max(1, p.Size())
	}
	return len(text)
}

// inOrder returns where movable runes end that begin at text[i], in a piece that begins at from. It
// returns -1 where they may not be in NFC: most often they are.
func inOrder(text []byte, from, i int) int {
	var before Kind
	if from < i {
		r, _ := runes.At(text, from)
		before = KindOf(r)
	}
	for i < len(text) {
		r, size := runes.At(text, i)
		k := KindOf(r)
		if !k.Movable() {
			return i
		}
		if !k.Follows(before) {
			return -1
		}
		before = k
		i += size
	}
	return i
}

// writer has what Append needs, to be used again: norm.Form.Append allocates each time.
type writer struct {
	it norm.Iter
	in []byte
}

var writers = sync.Pool{New: func() any { return new(writer) }}

// Append appends text in a form, NFC or NFD, to dst.
func Append(dst []byte, form norm.Form, text []byte) []byte {
	w := writers.Get().(*writer)
	w.in = append(w.in[:0], text...) // so that text may be on the stack
	w.it.Init(form, w.in)
	for !w.it.Done() {
		dst = append(dst, w.it.Next()...)
	}
	if cap(w.in) <= largePiece {
		writers.Put(w)
	}
	return dst
}

// NFC returns text in NFC: text itself if it is.
func NFC(text []byte) []byte {
	from, to := Next(text, 0)
	if from == to {
		return text
	}
	out, at := make([]byte, 0, len(text)), 0
	for from < to {
		out = Append(append(out, text[at:from]...), norm.NFC, text[from:to])
		at = to
		from, to = Next(text, at)
	}
	return append(out, text[at:]...)
}

// largePiece is the size in bytes of a text whose memory is not kept for the next one.
const largePiece = 64 << 10

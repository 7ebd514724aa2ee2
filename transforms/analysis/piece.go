package analysis

import (
	"bytes"
	"unicode/utf8"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

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

func init() {
	register.Function1x1(readable)
}

// Readable makes of the texts of a PCollection<record.Excerpt>, as docio.Excerpt has read
// them, what a reader sees: without markup, and of at most record.ExcerptRunes code
// points, with record.CutMark behind a text that goes on. Their ranges stay those of the input.
func Readable(s beam.Scope, excerpts beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("analysis.Readable"), readable, excerpts)
}

func readable(e record.Excerpt) record.Excerpt {
	if e.Markup != record.Plain { // an excerpt does not show what is main text
		text, _ := Shown([]byte(e.Text), e.Markup)
		e.Text, e.Markup = string(text), record.Plain
	}
	at := 0
	for n := 0; n < record.ExcerptRunes && at < len(e.Text); n++ {
		_, size := utf8.DecodeRuneInString(e.Text[at:])
		at += size
	}
	if e.Cut = e.Cut || at < len(e.Text); e.Cut {
		e.Text = e.Text[:at] + record.CutMark
	}
	return e
}

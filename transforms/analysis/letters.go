package analysis

import (
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/analysis/token"
)

// Letters says how the words of a piece of a document are read, so that those that Analyse takes to be the
// same are the same in the piece, too. The zero value reads a page as it is.
type Letters struct {
	reading record.Reading
	// plain is a text whose line ends may divide words, and hyphens says that its hyphens do.
	plain, hyphens bool
}

// LettersOf returns the Letters of a document.
func LettersOf(d *record.Document) Letters {
	plain := d.Markup == record.Plain
	return Letters{d.Reading, plain, plain && charfilter.HyphensDivide(d.Text)}
}

// Append appends the tokens of a piece of a text as people see it (Shown) to dst. Their ranges are those of the
// piece, in bytes.
func (l Letters) Append(dst []token.Token, piece []byte) []token.Token {
	text, places := piece, (*charfilter.Map)(nil)
	if l.plain {
		text, places = charfilter.Join(text, l.hyphens)
	}
	text, places = charfilter.Canonical(text, places)
	text, places = written(text, places, l.reading)
	from := len(dst)
	dst = appendTokens(dst, text)
	if places == nil {
		return dst
	}
	starts, ends := places.Cursor(), places.Cursor()
	for i := range dst[from:] {
		t := &dst[from+i]
		t.Start, t.End = uint32(starts.Start(int(t.Start))), uint32(ends.End(int(t.End)))
	}
	return dst
}

package analysis

import (
	"slices"
	"sort"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/analysis/quoted"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/catalogue"
)

// Layout is the places of the sentences of a document: the same ones that Analyse
// finds, without their words.
type Layout struct {
	// Sentences are in order; Words and Hash are not set. Places in bytes are those of the text of the document,
	// also if it is in another character set in its file.
	Sentences []catalogue.Sentence

	input     []byte
	text      []byte
	spans     []segment.Span
	sentences splitter
	places    *charfilter.Map // nil: the text is the input itself
	markup    record.Markup
}

// Read lays a document out. The slices of l are used again.
func (l *Layout) Read(d *record.Document) {
	l.spans = l.sentences.append(l.spans[:0], l.Readable(d))
	l.Sentences = appendPlaces(l.Sentences[:0], d.Text, l.spans, l.places, "")
}

// Quoted returns the quoted lines of the text, and the text with spaces in place of their marks. Both are valid until
// the next call of Read.
func (l *Layout) Quoted() (lines []quoted.Line, plain []byte) {
	if len(l.sentences.lines) == 0 {
		return nil, l.text
	}
	return l.sentences.lines, l.sentences.plain
}

// Readable returns what is compared of a document, for Places, as Text does. It looks for no sentences.
func (l *Layout) Readable(d *record.Document) []byte {
	s := seenOf(d)
	l.input, l.text, l.places, l.markup = d.Text, s.text, s.places, d.Markup
	return l.text
}

// appendPlaces appends the places of the spans of a text in the input it was extracted from, in bytes of the file
// that the input was converted from.
func appendPlaces(
	dst []catalogue.Sentence, input []byte, spans []segment.Span, places *charfilter.Map, file record.ByteMap,
) []catalogue.Sentence {
	runes := newRuneCounter(input)
	var place charfilter.Cursor
	if places != nil {
		place = places.Cursor()
	}
	bytes := file.Cursor()
	dst = slices.Grow(dst, len(spans))
	for _, span := range spans {
		start, end := span.Start, span.End
		if places != nil {
			start, end = place.Start(start), place.End(end)
		}
		dst = append(dst, catalogue.Sentence{
			Start: runes.at(start), End: runes.at(end), ByteStart: bytes.ToFile(int64(start)),
			ByteEnd: bytes.ToFile(int64(end)),
		})
	}
	return dst
}

// HasMarkup reports whether the input has markup between its text.
func (l *Layout) HasMarkup() bool { return l.markup != record.Plain }

// Text returns what a reader sees: the text of the document without markup, in NFC. spans are
// the places of its sentences in it.
func (l *Layout) Text() (text []byte, spans []segment.Span) { return l.text, l.spans }

// Places appends to dst the places, in the document, of spans of Text, which are in order.
func (l *Layout) Places(dst []catalogue.Sentence, spans []segment.Span) []catalogue.Sentence {
	return appendPlaces(dst, l.input, spans, l.places, "")
}

// Find returns the first place in Text that is at a byte of the document, or behind it.
func (l *Layout) Find(at int) int {
	if l.places == nil {
		return at
	}
	return sort.Search(len(l.text), func(i int) bool { return l.places.Start(i) >= at })
}

// Own appends to dst the ranges of the document, in bytes, that are Text from from to to, and
// not markup.
func (l *Layout) Own(dst []charfilter.Origin, from, to int) []charfilter.Origin {
	if l.places == nil {
		return append(dst, charfilter.Origin{Start: from, End: to})
	}
	return l.places.Own(dst, l.input, from, to)
}

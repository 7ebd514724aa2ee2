package analysis

import (
	"strings"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/analysis/standard"
)

// seen is what is compared of a document.
type seen struct {
	// text is in NFC, with letters and words in the form in which they are compared (record.Reading).
	text []byte
	// places says where the text is in the document; nil where it is the document itself.
	places *charfilter.Map
	// furniture is how many visible characters of a page are no main text, and noMain says
	// that no main text was found. Both are of record.MainHTML.
	furniture int
	noMain    bool
	// elements is how many elements of XML are not read (record.Reading.Elements).
	elements int
}

// seenOf returns what is compared of a document.
func seenOf(d *record.Document) (s seen) {
	switch d.Markup {
	case record.HTML:
		s.text, s.places = charfilter.HTML(d.Text)
	case record.MainHTML:
		var found bool
		s.text, s.places, s.furniture, found = charfilter.Main(d.Text)
		s.noMain = !found
	case record.XML:
		s.text, s.places, s.elements = charfilter.XMLWithout(d.Text, strings.Fields(d.Reading.Elements))
	default: // a line break of a page is white space, and none that divides words
		s.text, s.places = charfilter.Undivided(d.Text)
	}
	s.text, s.places = charfilter.Canonical(s.text, s.places)
	s.text, s.places = written(s.text, s.places, d.Reading)
	return s
}

// written returns a text in NFC, and its map, with letters and words in the form in which they are compared.
func written(text []byte, m *charfilter.Map, r record.Reading) ([]byte, *charfilter.Map) {
	text, m = charfilter.Folded(text, m, charfilter.Fold(r.Fold))
	return standard.Table(r.Spelling).Write(text, m, charfilter.Fold(r.Fold))
}

// Shown returns what people see of a text, or of a piece of one: all of it, without markup; and where
// that is in the text. The map is nil if the text has no markup.
func Shown(text []byte, markup record.Markup) ([]byte, *charfilter.Map) {
	switch markup {
	case record.Plain:
		return text, nil
	case record.XML:
		return charfilter.XML(text)
	}
	return charfilter.HTML(text)
}

// OneLine returns the beginning of a piece of text as people see it, in one line, with the words joined that are
// divided at line ends: at most so many code points, of which the last one is record.CutMark if there is more.
func OneLine(piece string, markup record.Markup, max int) string {
	if markup == record.Plain {
		piece = charfilter.Joined(piece)
	} else {
		text, _ := Shown([]byte(piece), markup)
		piece = string(text)
	}
	piece = strings.Join(strings.Fields(piece), " ")
	if r := []rune(piece); len(r) > max {
		piece = string(r[:max-1]) + record.CutMark
	}
	return piece
}

package cleaning

import (
	"fmt"
	"slices"
	"sort"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/cleaning/removal"
)

// reader finds the units of documents, one document after the other.
type reader struct {
	params removal.Params
	layout analysis.Layout
	text   []byte // what a reader sees
	tokens []token.Token
	parts  []removal.Unit
	units  []removal.Unit
	// places are the places of the units in the document.
	places []catalogue.Sentence

	sentences []removal.Span
	spans     []segment.Span
	breaks    []int
	looks     []removal.Span
	scratch   []byte
}

// read finds the units of d. The edits of the kind Look say which places are looked at, those
// of the kind Break where an earlier pass has cut.
func (r *reader) read(d *record.Document, edits []Edit) {
	r.layout.Read(d)
	text, sentences := r.layout.Text()
	r.text, r.sentences = text, r.sentences[:0]
	for _, s := range sentences {
		r.sentences = append(r.sentences, removal.Span(s))
	}
	r.breaks, r.looks = r.breaks[:0], r.looks[:0]
	runes := analysis.NewRunes(d.Text)
	for _, e := range edits {
		switch e.Kind {
		case breakEdit:
			r.breaks = append(r.breaks, r.layout.Find(runes.Bytes(e.Start)))
		case lookEdit:
			r.looks = append(r.looks, removal.Span{Start: runes.Bytes(e.Start), End: runes.Bytes(e.End)})
		}
	}
	r.tokens = token.Append(r.tokens[:0], text)
	r.parts = r.params.Parts(r.parts[:0], text, r.sentences, r.tokens, r.breaks)
	r.place(r.parts)
	inside := make([]bool, len(r.parts))
	for _, i := range r.covered(d, r.looks) {
		inside[i] = true
	}
	r.units = removal.Units(r.units[:0], r.parts, inside, text, r.tokens)
	r.place(r.units)
}

// place sets places to those of units.
func (r *reader) place(units []removal.Unit) {
	r.spans = r.spans[:0]
	for _, u := range units {
		r.spans = append(r.spans, segment.Span(u.Span))
	}
	r.places = r.layout.Places(r.places[:0], r.spans)
}

// sum returns the hash of the words of a unit.
func (r *reader) sum(unit int) (sum [16]byte) {
	sum, r.scratch = r.units[unit].Sum(r.text, r.tokens, r.scratch)
	return sum
}

// at returns the index of the unit from start to end, in code points, and whether there is one.
func (r *reader) at(start, end int64) (int, bool) {
	i := sort.Search(len(r.places), func(i int) bool { return r.places[i].Start >= start })
	return i, i < len(r.places) && r.places[i].Start == start && r.places[i].End == end
}

// covered returns the indices of the places that ranges of the document, in bytes, cover.
func (r *reader) covered(d *record.Document, ranges []removal.Span) []int {
	if len(ranges) == 0 {
		return nil
	}
	spans := make([]removal.Span, len(r.places))
	for i, p := range r.places {
		spans[i] = removal.Span{Start: int(p.ByteStart), End: int(p.ByteEnd)}
	}
	return removal.Covered(nil, d.Text, spans, ranges)
}

// cover returns the indices of the units that have words and that ranges cover.
func (r *reader) cover(d *record.Document, ranges []removal.Span) []int {
	return slices.DeleteFunc(r.covered(d, ranges), func(i int) bool { return r.units[i].Words() == 0 })
}

// check returns an error if a passage of whole sentences is not where the edit says.
func (r *reader) check(d *record.Document, e *Edit) error {
	all := r.layout.Sentences
	last := int(e.Sentence) + int(e.Sentences) - 1
	if e.Sentences > 0 && (last >= len(all) || all[e.Sentence].Start != e.Start || all[last].End != e.End) {
		return fmt.Errorf("%s (%s): the result has a passage from %d to %d in sentences %d to %d, but the document has no such sentences there: the result is of another text, or was made by another version",
			record.Where(d.File, d.Record), d.ID, e.Start, e.End, e.Sentence, last)
	}
	return nil
}

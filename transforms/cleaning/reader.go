package cleaning

import (
	"fmt"
	"slices"
	"sort"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/quoted"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/cleaning/removal"
)

// reader finds the parts of documents, one document after the other.
type reader struct {
	params removal.Params
	layout analysis.Layout
	text   []byte // what a reader sees
	plain  []byte // text without the marks of quoted lines
	tokens []token.Token
	parts  []removal.Part
	// places are the places of the parts in the document.
	places []catalogue.Sentence

	sentences []removal.Span
	spans     []segment.Span
	breaks    []int
	scratch   []byte
}

// read finds the parts of d. The edits of the kind Break say where an earlier pass has cut. What is quoted is no
// part of a sentence before or behind it.
func (r *reader) read(d *record.Document, edits []Edit) {
	r.layout.Read(d)
	text, sentences := r.layout.Text()
	r.text, r.sentences = text, slices.Grow(r.sentences[:0], len(sentences))
	for _, s := range sentences {
		r.sentences = append(r.sentences, removal.Span(s))
	}
	r.breaks = r.breaks[:0]
	runes := analysis.NewRunes(d.Text)
	for _, e := range edits {
		if e.Kind == breakEdit {
			r.breaks = append(r.breaks, r.layout.Find(runes.Bytes(e.Start)))
		}
	}
	var lines []quoted.Line
	lines, r.plain = r.layout.Quoted()
	r.breaks = quoted.Breaks(r.breaks, text, lines)
	slices.Sort(r.breaks)
	r.tokens = token.Append(r.tokens[:0], text)
	r.parts = r.params.Parts(r.parts[:0], text, r.sentences, r.tokens, r.breaks)
	r.spans = slices.Grow(r.spans[:0], len(r.parts))
	for _, p := range r.parts {
		r.spans = append(r.spans, segment.Span(p.Span))
	}
	r.places = r.layout.Places(r.places[:0], r.spans)
}

// sum returns the hash of the words of a part.
func (r *reader) sum(p removal.Part) (sum [16]byte) {
	sum, r.scratch = p.Sum(r.plain, r.tokens, r.scratch)
	return sum
}

// at returns the indices of the parts from start to end, in code points, half open, and whether
// parts begin and end there.
func (r *reader) at(start, end int64) (from, to int, ok bool) {
	from = sort.Search(len(r.places), func(i int) bool { return r.places[i].Start >= start })
	to = sort.Search(len(r.places), func(i int) bool { return r.places[i].End >= end }) + 1
	return from, to, from < to && to <= len(r.places) && r.places[from].Start == start && r.places[to-1].End == end
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

// inside reports for each part whether ranges of the document cover it.
func (r *reader) inside(d *record.Document, ranges []removal.Span) []bool {
	all := make([]bool, len(r.parts))
	for _, i := range r.covered(d, ranges) {
		all[i] = true
	}
	return all
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

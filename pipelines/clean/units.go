package clean

import (
	"fmt"
	"sort"

	"diagonal/io/record"
	"diagonal/transforms/analysis"
	"diagonal/transforms/analysis/segment"
	"diagonal/transforms/analysis/token"
	"diagonal/transforms/cleaning/removal"
)

// unitReader finds the units of documents, one after the other.
type unitReader struct {
	layout analysis.Layout
	text   []byte // what a reader sees
	tokens []token.Token
	units  []removal.Unit
	// places are where the units stand in the document.
	places []record.Sentence

	sentences []removal.Span
	spans     []segment.Span
	breaks    []int
	scratch   []byte
}

// read finds the units of d. breaks are code points, in order.
func (r *unitReader) read(d *record.Document, breaks []int64) {
	r.layout.Read(d)
	text, sentences := r.layout.Text()
	r.text, r.sentences = text, r.sentences[:0]
	for _, s := range sentences {
		r.sentences = append(r.sentences, removal.Span(s))
	}
	r.breaks = r.breaks[:0]
	runes := analysis.NewRunes(d.Text)
	for _, b := range breaks {
		r.breaks = append(r.breaks, r.layout.Find(runes.Bytes(b)))
	}
	r.tokens = token.Append(r.tokens[:0], text)
	r.units = removal.Units(r.units[:0], text, r.sentences, r.tokens, r.breaks)
	r.spans = r.spans[:0]
	for _, u := range r.units {
		r.spans = append(r.spans, segment.Span(u.Span))
	}
	r.places = r.layout.Places(r.places[:0], r.spans)
}

// sum is the hash of the words of a unit.
func (r *unitReader) sum(unit int) (sum [16]byte) {
	sum, r.scratch = r.units[unit].Sum(r.text, r.tokens, r.scratch)
	return sum
}

// at is the unit from start to end.
func (r *unitReader) at(start, end int64) (int, bool) {
	i := sort.Search(len(r.places), func(i int) bool { return r.places[i].Start >= start })
	return i, i < len(r.places) && r.places[i].Start == start && r.places[i].End == end
}

// cover appends to dst the indices of the units that have words and are covered by ranges of
// the document, which are in bytes.
func (r *unitReader) cover(dst []int, d *record.Document, ranges []removal.Span) []int {
	if len(ranges) == 0 {
		return dst
	}
	spans := make([]removal.Span, len(r.places))
	for i, p := range r.places {
		spans[i] = removal.Span{Start: int(p.ByteStart), End: int(p.ByteEnd)}
	}
	from := len(dst)
	dst = removal.Covered(dst, d.Text, spans, ranges)
	some := dst[:from]
	for _, i := range dst[from:] {
		if r.units[i].Words() > 0 {
			some = append(some, i)
		}
	}
	return some
}

// stands checks that a passage of whole sentences stands where a result says.
func (r *unitReader) stands(d *record.Document, e *record.Edit) error {
	all := r.layout.Sentences
	last := int(e.Sentence) + int(e.Sentences) - 1
	if e.Sentences > 0 && (last >= len(all) || all[e.Sentence].Start != e.Start || all[last].End != e.End) {
		return fmt.Errorf("%s (%s): the result has a passage from %d to %d in sentences %d to %d, and these do not stand there: it is of another text, or was made by another version",
			record.Where(d.File, d.Record), d.ID, e.Start, e.End, e.Sentence, last)
	}
	return nil
}

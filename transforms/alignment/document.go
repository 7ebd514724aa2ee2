package alignment

import (
	"fmt"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/prose"
)

// document is a document as package seedextend aligns it. The zero value is ready, and so is one that
// is not needed any more.
type document struct {
	analysed record.Analysed
	aligned  seedextend.Document
	spans    record.Spans
	// memory of analysed.Spans and of aligned
	encoded      []byte
	words, units []uint32
	hot          []bool
}

// prepare makes d.aligned and d.spans of d.analysed. marks is that of delivered, terms scratch.
func (d *document) prepare(marks []byte, terms *[]uint32) error {
	a := &d.analysed
	spans, err := d.spans.Read(a.Spans, len(a.Words))
	if err != nil {
		return fmt.Errorf("alignment: document %x: %w", a.Key, err)
	}
	*terms = unit.Terms((*terms)[:0], a.Words, spans.From, spans.To, spans.Joined)
	d.units = unit.Append(d.units[:0], a.Ends, unit.MinWords, unit.MaxWords)
	words, tokens := a.Words, []uint32(nil)
	if !slices.Equal(*terms, words) { // text without spaces
		d.words = append(d.words[:0], *terms...)
		words, tokens = d.words, a.Words
	}
	d.aligned.Reset()
	d.aligned.Words, d.aligned.Tokens, d.aligned.Units = words, tokens, d.units
	d.aligned.From, d.aligned.To, d.aligned.Hidden, d.aligned.Altered = spans.From, spans.To, spans.Hidden,
		spans.Altered
	d.aligned.Named, d.aligned.Ignored = spans.Named, a.Ignored
	d.setHot(marks)
	return nil
}

// prose returns the words [first, end) for prose.Words.
func (d *document) prose(first, end uint32) prose.Text {
	return prose.Text{Words: d.analysed.Words[first:end], From: d.aligned.From[first:end], To: d.aligned.To[first:end]}
}

// setHot makes the units with a mark of 1 make no passages. No marks are none of them.
func (d *document) setHot(marks []byte) {
	d.hot = d.hot[:0]
	for _, m := range marks {
		d.hot = append(d.hot, m == 1)
	}
	d.aligned.Hot = nil
	if len(marks) > 0 {
		d.aligned.Hot = d.hot
	}
}

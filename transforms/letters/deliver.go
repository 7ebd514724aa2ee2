package letters

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sort"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/prose"
)

// deliver sends each document once to each cell that needs it.
type deliver struct {
	Kept  engine.In[analysis.Kept]
	Needs engine.In[delivery.Need]
	Cells engine.Out[delivery.Item[text]]
}

func (st *deliver) Reduce(_ context.Context, document uint64) error {
	if st.Needs.Len() > 0 && st.Kept.Len() == 0 {
		return fmt.Errorf("letters: document %x was not kept", document)
	}
	delivery.BringItem(&st.Needs, &st.Cells, func() delivery.Item[text] {
		return delivery.Item[text]{Key: document, Delivered: analysis.Encoded(&st.Kept)}
	})
	return nil
}

// text is a document in a cell.
type text struct {
	analysed record.Analysed
	spans    *record.Spans
	spelling spelling.Spelling
	units    []uint32 // where each unit begins (package unit), and the end
}

// readText reads an item, and keeps no view of it.
func readText(item []byte) (*text, error) {
	_, b, err := delivery.ReadItem(item)
	if err != nil {
		return nil, err
	}
	var t text
	if err := t.analysed.Read(b); err != nil {
		return nil, err
	}
	t.analysed.Spans, t.analysed.Numbers, t.analysed.Traits = bytes.Clone(t.analysed.Spans), nil, nil
	if t.spans, err = record.ReadSpans(t.analysed.Spans, len(t.analysed.Words)); err != nil {
		return nil, err
	}
	t.units = unit.Append(nil, t.analysed.Ends, unit.MinWords, unit.MaxWords)
	err = t.spelling.Read(t.analysed.Spelling, len(t.analysed.Words))
	t.analysed.Spelling = nil
	return &t, err
}

// words is a range of the words of a text.
type words struct{ first, end uint32 }

func (t *text) in(w words) []uint32 { return t.analysed.Words[w.first:w.end] }

// prose returns a range for prose.Words.
func (t *text) prose(w words) prose.Text {
	return prose.Text{Words: t.in(w), From: t.spans.From[w.first:w.end], To: t.spans.To[w.first:w.end]}
}

// edgesBefore returns how many edges of ranges of words that do not count are before a letter or at it.
func (t *text) edgesBefore(letter uint32) int {
	edges := t.analysed.Ignored
	return sort.Search(len(edges), func(i int) bool { return edges[i] > 0 && t.spelling.Ends[edges[i]-1] > letter })
}

// touched returns how many units have words in a range.
func (t *text) touched(w words) uint32 {
	first, ok := slices.BinarySearch(t.units, w.first)
	if !ok {
		first--
	}
	end, _ := slices.BinarySearch(t.units, w.end)
	return uint32(end - first)
}

// kindOf returns the kind of two ranges.
func kindOf(a, b []uint32) alignment.Kind {
	if slices.Equal(a, b) {
		return alignment.IsVerbatim
	}
	return alignment.IsReworded
}

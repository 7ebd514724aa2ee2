package letters

import (
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
	spans    record.Spans
	encoded  []byte // the memory that spans views
	spelling spelling.Spelling
	units    []uint32 // where each unit begins (package unit), and the end
}

// text reads an item in the memory of one that is not needed any more, and keeps no view of it.
func (fn *alignCells) text(item []byte) (*text, error) {
	_, b, err := delivery.ReadItem(item)
	if err != nil {
		return nil, err
	}
	t := fn.recycler.Take(record.CountWords(b))
	if err := t.analysed.Read(b); err != nil {
		return nil, err
	}
	t.encoded = append(t.encoded[:0], t.analysed.Spans...)
	if _, err = t.spans.Read(t.encoded, len(t.analysed.Words)); err != nil {
		return nil, err
	}
	t.units = unit.Append(t.units[:0], t.analysed.Ends, unit.MinWords, unit.MaxWords)
	err = t.spelling.Read(t.analysed.Spelling, len(t.analysed.Words))
	t.analysed.Spans, t.analysed.Spelling, t.analysed.Numbers, t.analysed.Traits = nil, nil, nil, nil
	return t, err
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

package letters

import (
	"slices"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/prose"
)

// deliverFn sends each document once to each cell that needs it.
type deliverFn struct {
	Params Params

	cells *delivery.Sender
}

func (fn *deliverFn) StartBundle(_ func(int, []byte)) {
	fn.cells = delivery.NewSender(fn.Params.byCell())
}

func (fn *deliverFn) ProcessElement(_ int, blocks func(*[]byte) bool, cells func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("letters.Find, documents", blocks, func(sorted *block.Sorted, from, to int) error {
		return delivery.Bring(sorted, from, to, func() []byte {
			return append(delivery.AppendItem(nil, sorted.Key(from)), sorted.Payload(from)[1:]...)
		}, fn.cells, cells)
	})
}

func (fn *deliverFn) FinishBundle(cells func(int, []byte)) { fn.cells.Flush(cells) }

// text is a document in a cell.
type text struct {
	analysed record.Analysed
	spans    *record.Spans
	spelling spelling.Spelling
	units    []uint32 // where each unit begins (package unit), and the end
}

// readText reads an item.
func readText(item []byte) (*text, error) {
	_, b, err := delivery.ReadItem(item)
	if err != nil {
		return nil, err
	}
	var t text
	if err := t.analysed.Read(b); err != nil {
		return nil, err
	}
	if t.spans, err = record.ReadSpans(t.analysed.Spans, len(t.analysed.Words)); err != nil {
		return nil, err
	}
	t.units = unit.Append(nil, t.analysed.Ends, unit.MinWords, unit.MaxWords)
	return &t, t.spelling.Read(t.analysed.Spelling, len(t.analysed.Words))
}

// words is a range of the words of a text.
type words struct{ first, end uint32 }

func (t *text) in(w words) []uint32 { return t.analysed.Words[w.first:w.end] }

// prose returns a range for prose.Meter.
func (t *text) prose(w words) prose.Text {
	return prose.Text{Words: t.in(w), From: t.spans.From[w.first:w.end], To: t.spans.To[w.first:w.end]}
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

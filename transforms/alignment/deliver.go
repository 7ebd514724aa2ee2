package alignment

import (
	"bytes"
	"encoding/binary"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/wire"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/catalogue/wordhash"
	"example.org/diagonal/transforms/delivery"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// hotShare is the share of a unit's n-grams that must be hot for the unit to be.
const hotShare = 0.8

// leastHotShare is the share of all n-grams of a unit from which on those with apparatus are
// counted, to leave them out. Below, so much of the unit is apparatus that it makes no passages.
const leastHotShare = 0.2

// ngram is the words of the n-grams that make a unit hot; those inside the unit count.
const ngram = 3

// delivered is the item that is a document in a cell (delivery.AppendItem):
//
//	marks string; analysed document
//
// The marks are a byte for each unit, 1 if it is hot, or none.
type delivered struct{}

// appendDelivered appends the payload of the item of a document to dst.
func appendDelivered(dst []byte, key uint64, marks, encoded []byte) []byte {
	return append(wire.AppendString(delivery.AppendItem(dst, key), marks), encoded...)
}

// readDelivered reads what is delivered. marks and encoded are views. The error is
// wire.ErrShort.
func readDelivered(b []byte) (marks, encoded []byte, err error) {
	r := wire.NewReader(b)
	marks = r.Bytes(r.Uvarint())
	return marks, r.Rest(), r.Err()
}

// deliverFn marks the hot units of each document, sends the document once to each
// cell that needs it, and sends the sentences of its runs of hot units.
type deliverFn struct {
	Params RefineParams
	ByCell shuffle.Params

	cells    *delivery.Sender
	hot      *shuffle.Packer
	spreader *shuffle.Spreader // of hot sentences
	ledger   shuffle.Ledger
}

func (fn *deliverFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.cells = delivery.NewSender(fn.ByCell)
	fn.hot = shuffle.NewPacker(fn.Params.Shuffle)
	fn.spreader = shuffle.NewSpreader(fn.Params.Shuffle, fn.Params.MaxDocuments)
	fn.ledger = shuffle.Ledger{}
}

func (fn *deliverFn) ProcessElement(_ int, blocks func(*[]byte) bool, cells, hot func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("alignment.Refine, documents", blocks, func(sorted *block.Sorted, i, end int) error {
		if end-i > 1 { // a document that nothing needs and without boilerplate ends here
			if err := fn.document(sorted, i, end, cells, hot); err != nil {
				return err
			}
		}
		return nil
	})
}

func (fn *deliverFn) FinishBundle(cells, hot func(int, []byte), ledger func(string, int64)) {
	fn.cells.Flush(cells)
	fn.hot.Flush(hot)
	fn.ledger.Flush(ledger)
}

// document handles the records of one document, from i to end.
func (fn *deliverFn) document(sorted *block.Sorted, i, end int, cells, hot func(int, []byte)) error {
	key := sorted.Key(i)
	encoded := sorted.Payload(i)[1:]
	hotGrams := map[uint32]uint32{}
	for x := i; x < end; x++ {
		if payload := sorted.Payload(x); payload[0] == candidate.TagHotUnit {
			unit, n, err := candidate.ReadHotUnit(payload)
			if err != nil {
				return err
			}
			hotGrams[unit] += n
		}
	}
	var marks []byte
	if len(hotGrams) > 0 {
		var err error
		if marks, err = fn.markHot(key, encoded, hotGrams, hot); err != nil {
			return err
		}
		if t := trace.Of(fn.Params.Trace); t != nil {
			t.SetHot(key, bytes.Count(marks, []byte{1}))
		}
	}
	return delivery.Bring(sorted, i, end, func() []byte {
		return appendDelivered(nil, key, marks, encoded)
	}, fn.cells, cells)
}

// markHot returns a byte for each unit, 1 if it is hot, and sends the sentences of the maximal
// runs of hot units. It returns nil if there is none.
func (fn *deliverFn) markHot(key uint64, encoded []byte, hotGrams map[uint32]uint32, emit func(int, []byte)) ([]byte, error) {
	a, err := record.ReadAnalysed(encoded)
	if err != nil {
		return nil, err
	}
	units := unit.Append(nil, a.Ends, unit.MinWords, unit.MaxWords)
	var marks []byte
	var spans *record.Spans // read if a unit needs them
	for u := range len(units) - 1 {
		inside := int(units[u+1]-units[u]) - ngram + 1
		n := float64(hotGrams[uint32(u)])
		if n >= leastHotShare*float64(inside) && n < hotShare*float64(inside) {
			if spans == nil {
				if spans, err = record.ReadSpans(a.Spans, len(a.Words)); err != nil {
					return nil, err
				}
			}
			inside = ngramsOf(spans, int(units[u]), int(units[u+1]))
		}
		if inside > 0 && n >= hotShare*float64(inside) {
			if marks == nil {
				marks = make([]byte, len(units)-1)
			}
			marks[u] = 1
			fn.ledger.Add(HotUnits, 1)
		}
	}
	if marks == nil {
		return nil, nil
	}
	if spans == nil {
		if spans, err = record.ReadSpans(a.Spans, len(a.Words)); err != nil {
			return nil, err
		}
	}
	for u := 0; u < len(marks); u++ {
		if marks[u] == 0 {
			continue
		}
		first := units[u]
		for u < len(marks) && marks[u] == 1 {
			u++
		}
		fn.sendHot(key, &a, spans, first, units[u], emit)
	}
	return marks, nil
}

// ngramsOf returns the number of n-grams among the words from first to end that have no apparatus:
// the others have no signature.
func ngramsOf(spans *record.Spans, first, end int) int {
	n, text := 0, first // text: where the words begin that are no apparatus
	for x := first; x < end; x++ {
		if spans.Apparatus(x) {
			text = x + 1
		}
		if x+1-ngram >= text {
			n++
		}
	}
	return n
}

// sendHot sends the sentences of the run of hot units with the words from first to end, each
// under its key.
func (fn *deliverFn) sendHot(key uint64, a *record.Analysed, spans *record.Spans, first, end uint32, emit func(int, []byte)) {
	next, _ := slices.BinarySearch(a.Ends, first+1)
	for first < end {
		until := min(a.Ends[next], end)
		next++
		if until <= first { // a sentence without words
			continue
		}
		words := a.Words[first:until]
		s := HotSentence{First: first, Words: until - first, Hash: wordhash.Of(words), Range: spans.Range(first, until)}
		fn.spreader.Add(fn.hot, s.Key(), key, AppendHotSentence(binary.BigEndian.AppendUint64(nil, key), s), emit)
		first = until
	}
}

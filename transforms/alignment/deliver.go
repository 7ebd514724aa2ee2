package alignment

import (
	"bytes"
	"encoding/binary"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/explain/trace"
)

// A document in a cell, the item of a document, is:
//
//	marks string; analysed document
//
// The marks are a byte for each unit, 1 if it is hot, or none.

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
	d := hotUnits{analysed: &a, units: unit.Append(nil, a.Ends, unit.MinWords, unit.MaxWords)}
	marks, n, err := d.mark(hotGrams)
	if err != nil || n == 0 {
		return nil, err
	}
	fn.ledger.Add(HotUnits, int64(n))
	return marks, d.sentences(marks, func(s HotSentence) {
		fn.spreader.Add(fn.hot, s.Key(), key, AppendHotSentence(binary.BigEndian.AppendUint64(nil, key), s), emit)
	})
}

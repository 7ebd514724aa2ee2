package alignment

import (
	"bytes"
	"context"
	"fmt"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/unit"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/explain/trace"
)

// A document in a cell, the item of a document, is:
//
//	marks string; analysed document (record.AppendPlaced)
//
// The marks are a byte for each unit, 1 if it is hot, or none.

// appendDelivered appends what is delivered to dst.
func appendDelivered(dst []byte, marks, encoded []byte) []byte {
	return append(wire.AppendString(dst, marks), encoded...)
}

// readDelivered reads what is delivered. marks and encoded are views. The error is
// wire.ErrShort.
func readDelivered(b []byte) (marks, encoded []byte, err error) {
	r := wire.NewReader(b)
	marks = r.Bytes(r.Uvarint())
	return marks, r.Rest(), r.Err()
}

// deliver marks the hot units of each document, sends the document once to each
// cell that needs it, and sends the sentences of its runs of hot units.
type deliver struct {
	Params RefineParams

	Kept     engine.In[analysis.Kept]
	HotUnits engine.In[candidate.HotUnit]
	Needs    engine.In[delivery.Need]
	Cells    engine.Out[delivery.Item[document]]
	Hot      engine.Out[HotPlace]
	Ledger   engine.Ledger

	spreader *shuffle.Spreader // of hot sentences
	placed   []byte            // scratch, never emitted
}

func (st *deliver) StartBundle() {
	st.spreader = shuffle.NewSpreader(st.Params.Shuffle, st.Params.MaxDocuments)
}

func (st *deliver) Reduce(_ context.Context, key uint64) error {
	switch {
	case st.HotUnits.Len()+st.Needs.Len() == 0:
		return nil // a document that nothing needs and without hot text
	case st.Kept.Len() == 0:
		return fmt.Errorf("alignment: document %x was not kept", key)
	}
	encoded := analysis.Encoded(&st.Kept)
	var marks []byte
	if st.HotUnits.Len() > 0 {
		var err error
		if marks, err = st.markHot(key, encoded); err != nil {
			return err
		}
		if t := trace.Of(st.Params.Trace); t != nil {
			t.SetHot(key, bytes.Count(marks, []byte{1}))
		}
	}
	var err error
	delivery.BringItem(&st.Needs, &st.Cells, func() delivery.Item[document] {
		st.placed, err = record.AppendPlaced(st.placed[:0], encoded)
		return delivery.Item[document]{Key: key, Delivered: appendDelivered(nil, marks, st.placed)}
	})
	return err
}

// markHot returns a byte for each unit, 1 if it is hot, and sends the sentences of the maximal
// runs of hot units. It returns nil if there is none.
func (st *deliver) markHot(key uint64, encoded []byte) ([]byte, error) {
	hotGrams := map[uint32]uint32{}
	for h := range st.HotUnits.All {
		hotGrams[h.Unit] += h.N
	}
	a, err := record.ReadAnalysed(encoded)
	if err != nil {
		return nil, err
	}
	d := hotUnits{analysed: &a, units: unit.Append(nil, a.Ends, unit.MinWords, unit.MaxWords)}
	marks, n, err := d.mark(hotGrams)
	if err != nil || n == 0 {
		return nil, err
	}
	st.Ledger.Add(HotUnits, int64(n))
	return marks, d.sentences(marks, func(s HotSentence) {
		st.Hot.AddTo(st.spreader.Shard(s.Key(), key), s.Key(), HotPlace{key, s})
	})
}

package reuse

import (
	"context"
	"encoding/binary"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/sample"
	"example.org/diagonal/transforms/reuse/sign"
)

func init() {
	analysis.RegisterMap[*sampled]()
	tally.Register[chooser]()
	dofn.Plain(&chosenFn{})
}

// The names in the ledger of what Choose chose.
const (
	ChosenBits     = "bits"
	ChosenDiffBits = "diff_bits"
	ChosenTables   = "tables"
)

// Signs is the signatures of a run.
//
//	bits, diff bits, tables, buckets uvarint
type Signs struct{ sign.Params }

// Append appends s to dst.
func (s *Signs) Append(dst []byte) []byte {
	for _, n := range []int{s.Bits, s.DiffBits, s.Tables, s.Buckets} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return dst
}

// Read reads what Append appended. The error is wire.ErrShort.
func (s *Signs) Read(encoded []byte) error {
	r := wire.NewReader(encoded)
	for _, n := range []*int{&s.Bits, &s.DiffBits, &s.Tables, &s.Buckets} {
		*n = int(r.Uvarint())
	}
	return r.Err()
}

// Choose chooses the signatures with which sentences of analysed that are alike meet with the probability p.Recall.
// analysed is a PCollection<record.Analysed>, of which a sample of sentences counts. The second result is a
// PCollection<KV<string,int64>> with what was chosen. If p.Recall is 0, the signatures are p.Sign, and there is no
// second result. Choose panics if p is not valid.
func Choose(s beam.Scope, p Params, analysed beam.PCollection) (tally.Table[Signs], beam.PCollection) {
	p.check()
	s = s.Scope("reuse.Choose")
	if p.Recall == 0 {
		return tally.Given[Signs](s, (&Signs{p.Sign}).Append(nil)), beam.PCollection{}
	}
	st := analysis.Map(s, p.Shuffle, "reuse.Choose", analysed, false, &sampled{})
	table := tally.Make[Signs](s, chooser{p}, st.Samples.Sent())
	fn := &chosenFn{}
	return table, beam.ParDo(s, fn, beam.Impulse(s), table.Side(fn)...)
}

// sampled takes a sample of the sentences of a bundle.
type sampled struct {
	Samples engine.Send[int, engine.Bytes] // with the key 0

	sample sample.Sample
	bag    bag.Bag // scratch
}

func (st *sampled) StartBundle() { st.sample = sample.Sample{} }

func (st *sampled) Map(_ context.Context, a record.Analysed) error {
	for i := range a.Ends {
		if words := a.Sentence(i); len(words) > 0 {
			st.bag = bag.Append(st.bag[:0], words)
			st.sample.Add(st.bag)
		}
	}
	return nil
}

func (st *sampled) FinishBundle() error {
	st.Samples.Add(0, st.sample.Append(nil))
	return nil
}

// chooser makes the table: Signs (tally.Method).
type chooser struct{ Params Params }

// Table chooses.
func (c chooser) Table(samples iter.Seq[*engine.Bytes]) ([]byte, error) {
	var all sample.Sample
	for b := range samples {
		if err := all.Merge(*b); err != nil {
			return nil, err
		}
	}
	p := c.Params
	return (&Signs{p.Sign.Choose(p.Recall, p.ThetaS, all.Bags(), all.Different())}).Append(nil), nil
}

// chosenFn makes the lines of the ledger.
type chosenFn struct{}

func (*chosenFn) ProcessElement(_ []byte, table []byte, emit func(string, int64)) error {
	var p Signs
	err := p.Read(table)
	emit(ChosenBits, int64(p.Bits))
	emit(ChosenDiffBits, int64(p.DiffBits))
	emit(ChosenTables, int64(p.Tables))
	return err
}

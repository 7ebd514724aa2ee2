package letters

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/letters/chain"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/mix"
	"example.org/diagonal/transforms/signature"
)

// post posts the q-grams of each document, with the letters that they begin at.
func post(s beam.Scope, p Params, in Input) (postings shuffle.Blocks[signature.UnitPostings], ledger beam.PCollection) {
	fn := &postFn{Shuffle: p.Shuffle.Postings()}
	emitted, ledger := beam.ParDo2(s, fn, in.Kept.Single(s), dofn.Side(fn, in.Letters))
	return shuffle.BlocksOf[signature.UnitPostings](fn.Shuffle, emitted), ledger
}

// postFn makes postings.
type postFn struct {
	Shuffle shuffle.Params

	bundle dofn.Bundle
	packer *shuffle.Packer
	ledger shuffle.Ledger

	// scratch, never emitted
	spelling spelling.Spelling
	grams    []winnow.Gram
	open     [][]byte
}

func (fn *postFn) start() error {
	fn.packer = shuffle.NewPacker(fn.Shuffle)
	fn.ledger = shuffle.Ledger{}
	fn.open = make([][]byte, fn.Shuffle.Shards)
	return nil
}

func (fn *postFn) ProcessElement(_ int, kept []byte, letters int64, emit func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	q := chain.Length(letters)
	return analysis.EachKept(kept, func(a *record.Analysed) error { return fn.document(a, q, emit) })
}

// largeDocument is a number of letters. The memory for a document with more is not kept for the next one.
const largeDocument = 1 << 23

func (fn *postFn) document(a *record.Analysed, q int, emit func(int, []byte)) error {
	if err := fn.spelling.Read(a.Spelling, len(a.Words)); err != nil {
		return err
	}
	fn.grams = winnow.AppendGrams(fn.grams[:0], &fn.spelling.Text, q)
	for letter, g := range fn.grams {
		s := mix.Full(uint64(g)) >> 16
		open := &fn.open[shuffle.ShardOf(s<<16, len(fn.open))]
		if len(*open) == 0 {
			*open = signature.AppendUnitHead(*open, a.Traits)
		}
		*open = signature.AppendUnitPosting(*open, s, uint32(letter))
	}
	for shard, payload := range fn.open {
		if len(payload) > 0 {
			fn.packer.AddTo(shard, a.Key, payload, emit)
			fn.open[shard] = payload[:0]
		}
	}
	fn.ledger.Add(Grams, int64(len(fn.grams)))
	if len(fn.grams) > largeDocument {
		fn.spelling, fn.grams = spelling.Spelling{}, nil
		clear(fn.open)
	}
	return nil
}

func (fn *postFn) FinishBundle(_ int64, emit func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.packer.Flush(emit)
		fn.ledger.Flush(ledger)
	})
}

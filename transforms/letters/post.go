package letters

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/letters/chain"
	"example.org/diagonal/transforms/lookup/winnow"
	"example.org/diagonal/transforms/signature"
)

// post posts the q-grams of each document, with their places.
func post(s beam.Scope, p Params, in Input) (postings shuffle.Blocks[signature.UnitPostings], ledger beam.PCollection) {
	fn := &postFn{Shuffle: p.Shuffle.Postings()}
	emitted, ledger := beam.ParDo2(s, fn, in.Kept.Single(s).Collection(), dofn.Side(fn, in.Letters))
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

// The place in a posting is the letter that a q-gram begins at, and in the lowest bits how many letters it has, less 1.
const (
	lengthBits = 4
	// mostLetters is how many letters of a document have places. It is more than any book has.
	mostLetters = 1 << (32 - lengthBits)
)

func placeOf(letter, length int) uint32 { return uint32(letter)<<lengthBits | uint32(length-1) }
func letterOf(place uint32) uint32      { return place >> lengthBits }
func lengthOf(place uint32) (n uint8)   { return uint8(place&(1<<lengthBits-1)) + 1 }

func (fn *postFn) document(a *record.Analysed, q int, emit func(int, []byte)) error {
	if err := fn.spelling.Read(a.Spelling, len(a.Words)); err != nil {
		return err
	}
	fn.grams = winnow.AppendGrams(fn.grams[:0], &fn.spelling.Text, q)
	fn.grams = fn.grams[:min(len(fn.grams), mostLetters)]
	end := 0 // of the q-gram
	for letter, g := range fn.grams {
		for end <= letter || fn.spelling.Text.Place(end)-fn.spelling.Text.Place(letter) < uint32(q) {
			end++
		}
		s := mix.Full(uint64(g)) >> 16
		open := &fn.open[shuffle.ShardOf(s<<16, len(fn.open))]
		if len(*open) == 0 {
			*open = signature.AppendUnitHead(*open, a.Traits)
		}
		*open = signature.AppendUnitPosting(*open, s, placeOf(letter, end-letter))
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

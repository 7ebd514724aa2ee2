package signature

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"diagonal/io/dofn"
	"diagonal/io/record"
	"diagonal/transforms/alignment/seedextend"
	"diagonal/transforms/candidate/gram"
	"diagonal/transforms/shuffle"
)

func init() {
	dofn.Direct(func(fn *gramFn, a []any) []any {
		err := fn.ProcessElement(a[0].(record.Analysed), a[1].(func(int, []byte)), a[2].(func(string, int64)))
		return []any{err}
	})
}

// Grams is n-grams sent to the shuffle.
const Grams = "ngrams"

// EmitGrams takes the word n-grams of the units of each document of a
// PCollection<record.Analysed> with spans. The result's Postings are a
// PCollection<KV<int,[]byte>> of blocks of record.Grams by document, in the shard of
// the n-grams: a document sends each shard one record. EmitGrams panics if sh is not
// valid.
func EmitGrams(s beam.Scope, sh shuffle.Params, analysed beam.PCollection) Result {
	s = s.Scope("signature.EmitGrams")
	if err := sh.Validate(); err != nil {
		panic(err)
	}
	postings, ledger := beam.ParDo2(s, &gramFn{Shuffle: sh}, analysed)
	return Result{postings, ledger}
}

type gramFn struct {
	Shuffle shuffle.Params

	packer *shuffle.Packer
	ledger shuffle.Ledger

	// scratch, never emitted
	words, units []uint32
	open         [][]byte
}

func (fn *gramFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.packer = shuffle.NewPacker(fn.Shuffle.Shards)
	fn.ledger = shuffle.Ledger{}
	fn.open = make([][]byte, fn.Shuffle.Shards)
}

func (fn *gramFn) ProcessElement(a record.Analysed, emit func(int, []byte), _ func(string, int64)) error {
	spans, err := record.ReadSpans(a.Spans, len(a.Words))
	if err != nil {
		return err
	}
	fn.words = seedextend.Grams(fn.words[:0], a.Words, spans.From, spans.To)
	fn.units = seedextend.Units(fn.units[:0], a.Ends, seedextend.MinUnitWords, seedextend.MaxUnitWords)
	unit := 0
	for i := 0; i+gram.Size <= len(fn.words); i++ {
		for uint32(i) >= fn.units[unit+1] {
			unit++
		}
		g := gram.Of(fn.words[i:])
		shard := shuffle.ShardOf(g<<16, len(fn.open))
		fn.open[shard] = record.AppendGram(fn.open[shard], g, uint32(unit))
	}
	fn.ledger.Add(Grams, int64(max(0, len(fn.words)-gram.Size+1)))
	for shard, payload := range fn.open {
		if len(payload) > 0 {
			fn.packer.AddTo(shard, a.Key, payload, emit)
			fn.open[shard] = payload[:0]
		}
	}
	return nil
}

func (fn *gramFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(emit)
	fn.ledger.Flush(ledger)
}

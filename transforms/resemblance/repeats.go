package resemblance

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance/rarity"
)

func init() {
	dofn.Direct(func(fn *hashFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&repeatsFn{})
}

// hashes names the record of hashFn: hashes of elements with the same prefix (rarity.Batch).
type hashes struct{}

// countRepeats counts the elements that come more than once. The result is as that of countFn.
func countRepeats(s beam.Scope, p Params, analysed beam.PCollection) beam.PCollection {
	hashed := shuffle.BlocksOf[hashes](p.Shuffle, beam.ParDo(s, &hashFn{Params: p}, analysed))
	return beam.ParDo(s, &repeatsFn{Params: p}, shuffle.Group(s, p.Shuffle, hashed))
}

// hashFn sends the hashes of the elements of documents.
type hashFn struct {
	Params Params

	taker  *taker
	batch  *rarity.Batch
	packer *shuffle.Packer
}

// batchBytes is the memory of the hashes that are dealt together.
const batchBytes = 8 << 20

func (fn *hashFn) StartBundle(_ func(int, []byte)) {
	fn.taker, fn.packer = newTaker(fn.Params), shuffle.NewPacker(fn.Params.Shuffle)
	fn.batch = rarity.NewBatch(int(fn.Params.Shuffle.Scaled(batchBytes) / 8))
}

func (fn *hashFn) ProcessElement(_ context.Context, a record.Analysed, emit func(int, []byte)) {
	for _, e := range fn.taker.take(a.Words) {
		if fn.batch.Add(spread(e)) {
			fn.deal(emit)
		}
	}
}

func (fn *hashFn) deal(emit func(int, []byte)) {
	fn.batch.Deal(func(key uint64, payload []byte) { fn.packer.Add(key, payload, emit) })
}

func (fn *hashFn) FinishBundle(emit func(int, []byte)) {
	fn.deal(emit)
	fn.packer.Flush(emit)
	fn.batch, fn.packer = nil, nil
}

// repeatsFn counts the elements of a shard that come more than once.
type repeatsFn struct {
	Params Params

	table   *rarity.Table
	repeats rarity.Repeats
}

func (fn *repeatsFn) StartBundle(_ func(int, []byte)) {
	tableBits, _ := fn.Params.table()
	fn.table = rarity.New(tableBits)
}

func (fn *repeatsFn) ProcessElement(_ int, blocks func(*[]byte) bool, _ func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("resemblance.Rarity", blocks, func(sorted *block.Sorted, from, to int) error {
		for i := from; i < to; i++ {
			if err := fn.repeats.Add(sorted.Payload(i)); err != nil {
				return err
			}
		}
		fn.repeats.AddTo(fn.table, sorted.Key(from))
		return nil
	})
}

func (fn *repeatsFn) FinishBundle(emit func(int, []byte)) {
	emitParts(fn.table, emit)
	fn.table = nil
}

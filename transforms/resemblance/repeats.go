package resemblance

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/resemblance/rarity"
)

func init() {
	analysis.RegisterMap[*hash]()
	dofn.Plain(&repeatsFn{})
}

// hashes is hashes of elements with the same prefix, packed by rarity.Batch.
type hashes []byte

// Append appends the payload to dst.
func (h *hashes) Append(dst []byte) []byte { return append(dst, *h...) }

// Read reads a payload, a view.
func (h *hashes) Read(payload []byte) error {
	*h = payload
	return nil
}

// countRepeats counts the elements that come more than once. The result is as that of countFn.
func countRepeats(s beam.Scope, p Params, analysed beam.PCollection) beam.PCollection {
	st := analysis.Map(s, p.Shuffle, "resemblance.Rarity, hashes", analysed, false, &hash{Params: p})
	return beam.ParDo(s, &repeatsFn{Params: p}, shuffle.Group(s, p.Shuffle, st.Hashes.Blocks()))
}

// hash sends the hashes of the elements of documents.
type hash struct {
	Params Params

	Hashes engine.Out[hashes]

	taker *taker
	batch *rarity.Batch
}

// batchBytes is the memory of the hashes that are dealt together.
const batchBytes = 8 << 20

func (st *hash) StartBundle() {
	st.taker = newTaker(st.Params)
	st.batch = rarity.NewBatch(int(st.Params.Shuffle.Scaled(batchBytes) / 8))
}

func (st *hash) Map(_ context.Context, a record.Analysed) error {
	for _, e := range st.taker.take(a.Words) {
		if st.batch.Add(spread(e)) {
			st.deal()
		}
	}
	return nil
}

func (st *hash) deal() {
	st.batch.Deal(func(prefix uint64, payload []byte) { st.Hashes.Add(prefix, payload) })
}

func (st *hash) FinishBundle() error {
	st.deal()
	st.batch = nil
	return nil
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

package resemblance

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/resemblance/rarity"
)

func init() {
	analysis.RegisterMap[*hash]()
	engine.RegisterReduce[*repeats]()
}

// countRepeats counts the elements that come more than once. The result is as that of count.
func countRepeats(s beam.Scope, p Params, analysed beam.PCollection) engine.Sent[int, engine.Bytes] {
	hashed := analysis.Map(s, p.Shuffle, "resemblance.Rarity, hashes", analysed, false, &hash{Params: p})
	return engine.Reduce(s, p.Shuffle, "resemblance.Rarity",
		&repeats{Params: p, Hashes: engine.From(hashed.Hashes.Blocks())}).Counts.Sent()
}

// hash sends the hashes of the elements of documents.
type hash struct {
	Params Params

	Hashes engine.Out[engine.Bytes] // with the same prefix, packed by rarity.Batch

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

// repeats counts the elements of a shard that come more than once.
type repeats struct {
	Params Params

	Hashes engine.In[engine.Bytes]
	Counts engine.Send[int, engine.Bytes] // as those of count

	table *rarity.Table
	found rarity.Repeats
}

func (st *repeats) StartBundle() { st.table = st.Params.newTable() }

func (st *repeats) Reduce(_ context.Context, prefix uint64) error {
	for h := range st.Hashes.All {
		if err := st.found.Add(*h); err != nil {
			return err
		}
	}
	st.found.AddTo(st.table, prefix)
	return nil
}

func (st *repeats) FinishBundle() error {
	emitParts(st.table, &st.Counts)
	st.table = nil
	return nil
}

package reuse

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/transforms/reuse/bag"
)

func init() { engine.RegisterReduce[*compare]() }

// Compare compares wordings in their cells. pairs is the result of Meet, or the zero value if the
// method does not meet; then all of a cell are compared. likes is by wording, for both wordings of a
// pair that is alike. ledger is a PCollection<KV<string,int64>>. Compare panics if p is not valid.
func Compare(
	s beam.Scope, p Params, delivered engine.Blocks[delivery.Item[Delivered]], pairs engine.Blocks[delivery.Pair],
) (likes engine.Blocks[Like], ledger beam.PCollection) {
	p.check()
	to := comparer{Params: p, Likes: engine.To[Like](p.Shuffle), Ledger: engine.Counting(AlikePairs)}
	if p.Meets() {
		st := engine.Reduce(s, p.byCell(), "reuse.Compare", &compare{
			Comparison: delivery.From(delivered, pairs), comparer: to,
		})
		return st.Likes.Blocks(), st.Ledger.Collection()
	}
	return compareAll(s, to, delivered)
}

// comparer sends what is alike, for both stages.
type comparer struct {
	Params Params

	Likes  engine.Out[Like]
	Ledger engine.Ledger
}

// emit sends the pair of two wordings that are alike.
func (c *comparer) emit(a, b *Delivered, shared int) {
	c.Ledger.Add(AlikePairs, 1)
	longest := uint32(max(len(a.Words), len(b.Words)))
	for range 2 {
		c.Likes.Add(a.Wording, Like{b.Wording, b.Documents, uint32(shared), longest})
		a, b = b, a
	}
}

// compare compares the pairs of a cell.
type compare struct {
	delivery.Comparison[Delivered]
	comparer
}

func (st *compare) Reduce(ctx context.Context, _ uint64) error {
	bounds := st.Params.bounds()
	return st.EachPair(ctx, st.Params.Shuffle, readDelivered, nil, func(_ delivery.Pair, a, b *Delivered) error {
		if a == nil || b == nil {
			return nil
		}
		st.Ledger.Add(ComparedPairs, 1)
		if shared := bag.Shared(a.Words, b.Words); bounds.Wanted(shared, len(a.Words), len(b.Words)) {
			st.emit(a, b, shared)
		}
		return nil
	})
}

package reuse

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/lists"
)

func init() {
	engine.RegisterReduce[*compare]()
	engine.RegisterReduce[*join]()
}

// Compare compares wordings in their cells. pairs is the result of Meet, or the zero value if the
// method does not meet; then all of a cell are compared. likes is by wording, for both wordings of a
// pair that is alike. ledger is a PCollection<KV<string,int64>>. Compare panics if p is not valid.
func Compare(
	s beam.Scope, p Params, delivered engine.Blocks[delivery.Item[Delivered]], pairs engine.Blocks[delivery.Pair],
) (likes engine.Blocks[Like], ledger beam.PCollection) {
	p.check()
	to := comparer{Params: p, Likes: engine.To[Like](p.Shuffle)}
	if p.Meets() {
		st := engine.Reduce(s, p.byCell(), "reuse.Compare", &compare{
			Comparison: delivery.From(delivered, pairs), comparer: to,
		})
		return st.Likes.Blocks(), st.Ledger.Collection()
	}
	st := engine.Reduce(s, p.byCell(), "reuse.Compare", &join{Items: engine.From(delivered), comparer: to})
	return st.Likes.Blocks(), st.Ledger.Collection()
}

// comparer sends what is alike, for both stages.
type comparer struct {
	Params Params

	Likes  engine.Out[Like]
	Ledger engine.Ledger
}

func (c *comparer) StartBundle() { c.Ledger.Add(AlikePairs, 0) }

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

// join finds the pairs of a cell by inverted lists.
type join struct {
	Items engine.In[delivery.Item[Delivered]]
	comparer
}

func (st *join) Reduce(_ context.Context, cell uint64) error {
	indexed, others, err := st.divided(cell)
	if err != nil {
		return err
	}
	st.join(indexed, others)
	return nil
}

// divided returns the wordings of a cell that are indexed, and those that are looked up. In the cell of
// one group and itself, these are nil.
func (fn *join) divided(cell uint64) (indexed, others []*Delivered, err error) {
	p := fn.Params
	x, y := delivery.GroupsOf(cell, p.Groups)
	for i := range fn.Items.Len() {
		d, err := readDelivered(fn.Items.Payload(i))
		if err != nil {
			return nil, nil, err
		}
		first := shuffle.ShardOf(d.Wording, p.Groups) == x
		if p.Directed {
			first = record.SideOf(d.Wording) == record.Input
		}
		if first || x == y && !p.Directed {
			indexed = append(indexed, d)
		} else {
			others = append(others, d)
		}
	}
	return indexed, others, nil
}

// join finds the pairs of indexed and others, or of indexed if others is nil.
func (fn *join) join(indexed, others []*Delivered) {
	p, bounds := fn.Params, fn.Params.bounds()
	sets := make([][]uint64, len(indexed))
	for i, d := range indexed {
		sets[i] = d.Words.AppendElements(nil)
	}
	index := lists.New(sets)
	own := others == nil
	if own && !p.Directed {
		others = indexed
	}
	var elements []uint64
	for i, d := range others {
		end := len(indexed)
		if own {
			end = i
		}
		elements = d.Words.AppendElements(elements[:0])
		found := func(n, shared int) { fn.emit(indexed[n], d, shared) }
		if p.Method == Inverted {
			fn.Ledger.Add(ComparedPairs, int64(index.Each(elements, end, bounds.Needed, found)))
		} else {
			min := bounds.Needed(len(elements), len(elements))
			index.DivideSkip(elements, end, min, bounds.Needed, found)
		}
	}
}

package reuse

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/lists"
)

// The baselines of the source, for comparison with Exact and LSH. The signatures of QSign and PartEnum are in
// sign/baseline.go, the lists of the others in package lists.
const (
	// Inverted counts the words of inverted lists.
	Inverted = "inverted"
	// DivideSkip merges short inverted lists and searches long ones.
	DivideSkip = "divideskip"
	// QSign joins signatures that differ in few bits, by pieces (qSign of the source).
	QSign = "qsign"
	// PartEnum joins them by PartEnum (qSign_pen of the source).
	PartEnum = "partenum"
)

func init() { engine.RegisterReduce[*join]() }

// compareAll is Compare for Inverted and DivideSkip.
func compareAll(
	s beam.Scope, to comparer, delivered engine.Blocks[delivery.Item[Delivered]],
) (likes engine.Blocks[Like], ledger beam.PCollection) {
	st := engine.Reduce(s, to.Params.byCell(), "reuse.Compare", &join{Items: engine.From(delivered), comparer: to})
	return st.Likes.Blocks(), st.Ledger.Collection()
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
func (st *join) divided(cell uint64) (indexed, others []*Delivered, err error) {
	p := st.Params
	x, y := delivery.GroupsOf(cell, p.Groups)
	for i := range st.Items.Len() {
		d, err := readDelivered(st.Items.Payload(i))
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
func (st *join) join(indexed, others []*Delivered) {
	p, bounds := st.Params, st.Params.bounds()
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
		found := func(n, shared int) { st.emit(indexed[n], d, shared) }
		if p.Method == Inverted {
			st.Ledger.Add(ComparedPairs, int64(index.Each(elements, end, bounds.Needed, found)))
		} else {
			min := bounds.Needed(len(elements), len(elements))
			index.DivideSkip(elements, end, min, bounds.Needed, found)
		}
	}
}

package reuse

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
)

func init() { engine.RegisterReduce[*deliver]() }

// Deliver sends each wording to the cells that need it: those of needs, which is the result of Meet, or
// all in which it may be compared if the method does not meet. members and bags are the result of Emit.
// Deliver panics if p is not valid.
func Deliver(
	s beam.Scope, p Params, members engine.Blocks[Member], bags engine.Blocks[Bag],
	needs engine.Blocks[delivery.Need],
) engine.Blocks[delivery.Item[Delivered]] {
	p.check()
	return engine.Reduce(s, p.Shuffle, "reuse.Deliver", &deliver{
		Params: p, Needs: engine.From(needs), Members: engine.From(members), Bags: engine.From(bags),
		Cells: engine.To[delivery.Item[Delivered]](p.byCell()),
	}).Cells.Blocks()
}

// deliver sends wordings to cells.
type deliver struct {
	Params Params

	Needs   engine.In[delivery.Need]
	Members engine.In[Member]
	Bags    engine.In[Bag]
	Cells   engine.Out[delivery.Item[Delivered]]

	delivered []byte // scratch
}

func (st *deliver) Reduce(_ context.Context, wording uint64) error {
	p := st.Params
	if p.Meets() && st.Needs.Len() == 0 {
		return nil // most wordings meet no other
	}
	if st.Bags.Len() == 0 {
		return fmt.Errorf("reuse: wording %x has no bag", wording)
	}
	documents, last := uint64(0), uint64(0)
	for m := range st.Members.All {
		if documents == 0 || m.Document != last {
			documents, last = documents+1, m.Document
		}
	}
	st.delivered = append(binary.AppendUvarint(st.delivered[:0], documents), st.Bags.Payload(0)[1:]...)
	item := delivery.Item[Delivered]{Key: wording, Delivered: st.delivered}
	if p.Meets() {
		delivery.BringItem(&st.Needs, &st.Cells, func() delivery.Item[Delivered] { return item })
		return nil
	}
	for _, cell := range delivery.Cells(wording, p.Groups, p.Directed) {
		delivery.ToCell(&st.Cells, cell, item)
	}
	return nil
}

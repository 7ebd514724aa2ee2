package reuse

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
)

func init() { dofn.Plain(&deliverFn{}) }

// Deliver sends each wording to the cells that need it: those of needs, which is the result of Meet, or
// all in which it may be compared if the method does not meet. members and bags are the result of Emit.
// Deliver panics if p is not valid.
func Deliver(s beam.Scope, p Params, members shuffle.Blocks[Member], bags shuffle.Blocks[Bag], needs shuffle.Blocks[delivery.Need]) shuffle.Blocks[delivery.Item[Delivered]] {
	s = start(s, "Deliver", p)
	return shuffle.BlocksOf[delivery.Item[Delivered]](p.byCell(), beam.ParDo(s, &deliverFn{Params: p}, shuffle.Group(s, p.Shuffle, members, bags, needs)))
}

// deliverFn reads the records of wordings.
type deliverFn struct {
	Params Params

	cells   *delivery.Sender
	payload []byte // scratch, never emitted
}

func (fn *deliverFn) StartBundle(_ func(int, []byte)) {
	fn.cells = delivery.NewSender(fn.Params.byCell())
}

func (fn *deliverFn) ProcessElement(_ int, blocks func(*[]byte) bool, cells func(int, []byte)) error {
	p := fn.Params
	return p.Shuffle.EachGroup("reuse.Deliver", blocks, func(sorted *block.Sorted, from, to int) error {
		if !p.Meets() {
			if err := fn.item(sorted, from, to); err != nil {
				return err
			}
			for _, cell := range delivery.Cells(sorted.Key(from), p.Groups, p.Directed) {
				fn.cells.Add(cell, fn.payload, cells)
			}
			return nil
		}
		if sorted.Payload(from)[0] != delivery.TagNeed {
			return nil // most wordings meet no other
		}
		if err := fn.item(sorted, from, to); err != nil {
			return err
		}
		return delivery.Bring(sorted, from, to, func() []byte { return fn.payload }, fn.cells, cells)
	})
}

func (fn *deliverFn) FinishBundle(cells func(int, []byte)) { fn.cells.Flush(cells) }

// item sets fn.payload to the item of the wording of the records from from to to.
func (fn *deliverFn) item(sorted *block.Sorted, from, to int) error {
	words := sorted.Payload(to - 1) // the bag comes last
	if words[0] != tagBag {
		return fmt.Errorf("reuse: wording %x has no bag", sorted.Key(from))
	}
	documents, last := uint64(0), uint64(0)
	for i := from; i < to; i++ {
		r := wire.NewReader(sorted.Payload(i))
		if r.Byte() != tagMember {
			continue
		}
		m := readMember(&r)
		if err := r.Err(); err != nil {
			return err
		}
		if documents == 0 || m.Document != last {
			documents, last = documents+1, m.Document
		}
	}
	fn.payload = appendDelivered(fn.payload[:0], sorted.Key(from), documents, words[1:])
	return nil
}

package cleaning

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// First keeps the first place of each unit: it makes, of units by SumKey, edits by PartKey
// of the kinds Take, for the other places, and Needed. First panics if p is not valid.
func First(s beam.Scope, p Params, units shuffle.Blocks[record.Unit]) (edits shuffle.Blocks[record.Edit]) {
	s = s.Scope("cleaning.First")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	return shuffle.BlocksOf[record.Edit](p.Shuffle, beam.ParDo(s, &firstFn{Params: p}, shuffle.Group(s, p.Shuffle, units)))
}

type firstFn struct {
	Params Params

	edits *Sender
}

func (fn *firstFn) StartBundle(_ func(int, []byte)) { fn.edits = NewSender(fn.Params.Shuffle) }

func (fn *firstFn) ProcessElement(_ int, blocks func(*[]byte) bool, toPart func(int, []byte)) error {
	return each(blocks, func(sorted *block.Sorted, i, end int) error {
		var first record.Unit
		needed := false
		for at := i; at < end; at++ {
			u, err := record.ReadUnit(sorted.Payload(at))
			if err != nil {
				return err
			}
			if at == i || u.Sum != first.Sum {
				first, needed = u, false
				continue
			}
			if fn.Params.Policy == DropAll {
				if !needed {
					needed = true
					fn.take(&first, nil, toPart)
				}
				fn.take(&u, nil, toPart)
				continue
			}
			if u.Pinned {
				continue
			}
			if !needed {
				needed = true
				fn.edits.Send(first.Spot, record.Edit{Kind: record.Needed}, toPart)
			}
			fn.take(&u, &first, toPart)
		}
		return nil
	})
}

func (fn *firstFn) FinishBundle(toPart func(int, []byte)) { fn.edits.Flush(toPart) }

// take takes a unit out. kept is nil if no place of it is kept.
func (fn *firstFn) take(u, kept *record.Unit, toPart func(int, []byte)) {
	e := record.Edit{Kind: record.Take, Start: u.Start, End: u.End, Reason: PassageReason}
	if kept != nil {
		e.KeptID, e.KeptStart, e.KeptEnd, e.Number = kept.ID, kept.Start, kept.End, kept.Number
		if kept.ID == u.ID {
			e.Reason = RepeatReason
		}
	}
	if u.Hot {
		e.Reason = HotReason
	}
	fn.edits.Send(u.Spot, e, toPart)
}

package cleaning

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// First keeps the first place of each unit. It returns edits that remove the other places, and
// edits of the documents that have a place that is kept for others. First panics if p is not
// valid.
func First(s beam.Scope, p Params, units shuffle.Blocks[Unit]) (edits shuffle.Blocks[Edit]) {
	s = s.Scope("cleaning.First")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	return shuffle.BlocksOf[Edit](p.Shuffle, beam.ParDo(s, &firstFn{sending[Edit]{Params: p}}, shuffle.Group(s, p.Shuffle, units)))
}

type firstFn struct{ sending[Edit] }

func (fn *firstFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("cleaning", blocks, func(sorted *block.Sorted, i, end int) error {
		var first Unit
		needed := false
		for at := i; at < end; at++ {
			u, err := readUnit(sorted.Payload(at))
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
					fn.out.Send(take(&first, nil), emit)
				}
				fn.out.Send(take(&u, nil), emit)
				continue
			}
			if u.Pinned {
				continue
			}
			if !needed {
				needed = true
				fn.out.Send(Edit{Spot: first.Spot, Kind: neededEdit}, emit)
			}
			fn.out.Send(take(&u, &first), emit)
		}
		return nil
	})
}

// take returns the edit that removes a unit. kept is nil if no place of its words stays.
func take(u, kept *Unit) Edit {
	e := Edit{Spot: u.Spot, Kind: takeEdit, Start: u.Start, End: u.End, Reason: PassageReason}
	if kept != nil {
		e.KeptID, e.KeptStart, e.KeptEnd, e.Number = kept.ID, kept.Start, kept.End, kept.Number
		if kept.ID == u.ID {
			e.Reason = RepeatReason
		}
	}
	if u.Hot {
		e.Reason = HotReason
	}
	return e
}

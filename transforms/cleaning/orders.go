package cleaning

import (
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// Orders says where to look: it makes of copies, by IDKey, edits by PartKey of the kinds
// Look, Pin and Break for the documents that stay. homes is what Documents returns. A place in a
// document that is not there, or outside of it, is an error: the result belongs to another
// collection. Orders panics if p is not valid.
func Orders(s beam.Scope, p Params, homes shuffle.Blocks[record.Home], copies shuffle.Blocks[record.Copy]) (edits shuffle.Blocks[record.Edit]) {
	s = s.Scope("cleaning.Orders")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	return shuffle.BlocksOf[record.Edit](p.Shuffle, beam.ParDo(s, &ordersFn{Params: p}, shuffle.Group(s, p.Shuffle, homes, copies)))
}

type ordersFn struct {
	Params Params

	edits *Sender
}

func (fn *ordersFn) StartBundle(_ func(int, []byte)) { fn.edits = NewSender(fn.Params.Shuffle) }

func (fn *ordersFn) ProcessElement(_ int, blocks func(*[]byte) bool, toPart func(int, []byte)) error {
	return each(blocks, func(sorted *block.Sorted, i, end int) error {
		if sorted.Payload(end - 1)[0] == record.TagHome {
			return nil // a document that no copy stands in: most are
		}
		homes, next, err := homesOf(sorted, i, end, nil)
		if err != nil {
			return err
		}
		copies := map[string][]record.Copy{} // nearly always of one document
		for ; next < end; next++ {
			c, err := record.ReadCopy(sorted.Payload(next))
			if err != nil {
				return err
			}
			if c.Kind == record.RunCopy {
				for id, h := range homes { // nearly always one; to look at more is no harm
					if c.End <= h.Runes {
						copies[id] = append(copies[id], c)
					}
				}
				continue
			}
			if c.Kind != record.CutCopy && c.Kind != record.PinnedCopy {
				if err := fn.Params.settle(&c, homes[c.ID]); err != nil {
					return err
				}
			}
			copies[c.ID] = append(copies[c.ID], c)
		}
		for id, all := range copies {
			if home := homes[id]; home != nil && !home.Gone {
				for _, e := range orders(all) {
					fn.edits.Send(home.Spot, e, toPart)
				}
			}
		}
		return nil
	})
}

func (fn *ordersFn) FinishBundle(toPart func(int, []byte)) { fn.edits.Flush(toPart) }

// orders are the edits that the copies of one document make.
func orders(copies []record.Copy) (edits []record.Edit) {
	var cuts, pins, passages, hot []record.Copy
	for _, c := range copies {
		switch {
		case c.Kind == record.CutCopy:
			cuts = append(cuts, c)
		case c.Kind == record.PinnedCopy:
			pins = append(pins, c)
		case c.Kind == record.HotCopy:
			hot = append(hot, c)
		case c.Kind == record.RunCopy, c.Kind == record.PassageCopy && c.Sentences == 0:
			passages = append(passages, c)
		default:
			edits = append(edits, record.Edit{
				Kind: record.Look, Start: c.Start, End: c.End, Sentence: c.Sentence, Sentences: c.Sentences,
				KeptID: c.KeptID, KeptStart: c.KeptStart, KeptEnd: c.KeptEnd,
			})
		}
	}
	edits = distinct(edits)
	for _, c := range union(passages) {
		edits = append(edits, record.Edit{Kind: record.Look, Start: c.Start, End: c.End})
	}
	for _, c := range union(hot) {
		edits = append(edits, record.Edit{Kind: record.Look, Start: c.Start, End: c.End, Hot: true})
	}
	if len(edits) == 0 {
		return nil
	}
	cuts = union(cuts)
	gone := int64(0)
	for _, c := range cuts {
		edits = append(edits, record.Edit{Kind: record.Break, Start: c.Start - gone})
		gone += c.End - c.Start
	}
	before, next := int64(0), 0
	if len(pins) > 0 {
		edits = append(edits, record.Edit{Kind: record.Needed})
	}
	byStart(pins)
	for _, c := range pins {
		for next < len(cuts) && cuts[next].Start <= c.Start {
			before += cuts[next].End - cuts[next].Start
			next++
		}
		edits = append(edits, record.Edit{Kind: record.Pin, Start: c.Start - before, End: c.End - before})
	}
	return edits
}

// union returns the ranges of copies as ranges in order that do not touch.
func union(copies []record.Copy) []record.Copy {
	byStart(copies)
	joined := copies[:0]
	for _, c := range copies {
		if n := len(joined); n > 0 && c.Start <= joined[n-1].End {
			joined[n-1].End = max(joined[n-1].End, c.End)
		} else {
			joined = append(joined, c)
		}
	}
	return joined
}

func byStart(copies []record.Copy) {
	slices.SortFunc(copies, func(x, y record.Copy) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End)) })
}

// distinct returns edits in order, each once.
func distinct(edits []record.Edit) []record.Edit {
	slices.SortFunc(edits, func(x, y record.Edit) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(x.KeptID, y.KeptID), cmp.Compare(x.KeptStart, y.KeptStart), cmp.Compare(x.Sentence, y.Sentence), cmp.Compare(x.Sentences, y.Sentences), cmp.Compare(x.KeptEnd, y.KeptEnd))
	})
	return slices.CompactFunc(edits, func(x, y record.Edit) bool {
		return x.Start == y.Start && x.End == y.End && x.KeptID == y.KeptID && x.KeptStart == y.KeptStart && x.KeptEnd == y.KeptEnd && x.Sentence == y.Sentence && x.Sentences == y.Sentences
	})
}

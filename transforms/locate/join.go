package locate

import (
	"fmt"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
)

// joinFn joins the two sides of each passage.
type joinFn struct {
	Params Params

	ledger  shuffle.Ledger
	largest largest
	reuse   reuser
	sides   *shuffle.Packer // nil: without sides
	payload []byte          // scratch, never emitted
}

func (fn *joinFn) StartBundle(_, _ func(record.Passage), _ func(record.Excerpt), _, _ func(int, []byte), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
	fn.largest = largest{}
	fn.reuse.packer = shuffle.NewPacker(fn.Params.Shuffle)
	if fn.Params.Sides {
		fn.sides = shuffle.NewPacker(fn.Params.Shuffle)
	}
}

func (fn *joinFn) ProcessElement(_ int, blocks func(*[]byte) bool, passages, within func(record.Passage), _ func(record.Excerpt), reuse, sides func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("locate.Locate, passages", blocks, func(sorted *block.Sorted, i, end int) error {
		return fn.passage(sorted, i, end, passages, within, reuse, sides)
	})
}

func (fn *joinFn) FinishBundle(_, _ func(record.Passage), top func(record.Excerpt), reuse, sides func(int, []byte), ledger func(string, int64)) error {
	fn.reuse.packer.Flush(reuse)
	if fn.sides != nil {
		fn.sides.Flush(sides)
	}
	fn.ledger.Flush(ledger)
	return fn.largest.flush(top)
}

// passage emits the passage whose sides are the records from i to end: side a, then side b.
func (fn *joinFn) passage(sorted *block.Sorted, i, end int, emit, within func(record.Passage), reuse, sides func(int, []byte)) error {
	switch end - i {
	case 1:
		fn.ledger.Add(Orphans, 1)
		return nil
	case 2:
	default:
		return fmt.Errorf("locate: %d sides of one passage", end-i)
	}
	a, err := readPlaced(sorted.Payload(i))
	if err != nil {
		return err
	}
	b, err := readPlaced(sorted.Payload(i + 1))
	if err != nil {
		return err
	}
	if p, first, second, ok := join(&a, &b); ok {
		if a.Extent.Document == b.Extent.Document {
			fn.ledger.Add(WithinPassages, 1)
			within(p)
		} else {
			fn.ledger.Add(Passages, 1)
			fn.largest.add(p, first.Origin)
			emit(p)
		}
		fn.reuse.both(&a, &b, reuse)
		if fn.sides != nil {
			for n, s := range SidesOf(sorted.Key(i), &p, [2]record.Origin{first.Origin, second.Origin}) {
				fn.payload = AppendSide(fn.payload[:0], &s)
				fn.sides.Add([...]*placedSide{first, second}[n].Extent.Document, fn.payload, sides)
			}
		}
	}
	return nil
}

// join returns the passage of two sides, and the sides of its a and b. It returns false if the passage
// holds only for the other order of the two ids.
func join(a, b *placedSide) (p record.Passage, first, second *placedSide, ok bool) {
	if a.Reading != alignment.Fixed && b.Place.ID < a.Place.ID {
		if a.Reading == alignment.SmallerFirst {
			return p, nil, nil, false
		}
		a, b = b, a
	}
	kind := record.Reworded
	switch {
	case a.Kind == alignment.IsSummary:
		kind = record.Summary
	case a.Kind == alignment.IsVerbatim, a.Kind == alignment.ByWords && a.Place.Hash == b.Place.Hash:
		kind = record.Verbatim
	}
	return record.Passage{
		A: a.Place.ID, AStart: a.Place.Start, AEnd: a.Place.End, AByteStart: a.Place.ByteStart, AByteEnd: a.Place.ByteEnd,
		ASentence: a.Place.Sentence, ASentences: a.Place.Sentences,
		B: b.Place.ID, BStart: b.Place.Start, BEnd: b.Place.End, BByteStart: b.Place.ByteStart, BByteEnd: b.Place.ByteEnd,
		BSentence: b.Place.Sentence, BSentences: b.Place.Sentences,
		Kind: kind, Matched: a.Matched, Similarity: record.Round(a.Similarity), Evidence: a.Evidence.Float(), Prose: a.Prose, Source: b.Extent.source(),
		AFields: a.Fields, BFields: b.Fields,
	}, a, b, true
}

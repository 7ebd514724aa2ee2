package locate

import (
	"fmt"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// maxSamples is how many places a hot passage shows.
const maxSamples = 10

// joinFn joins the two sides of each passage, and the places of each hot passage.
type joinFn struct {
	Params Params

	ledger  shuffle.Ledger
	largest largest
	packer  *shuffle.Packer

	payload []byte // scratch, never emitted
}

func (fn *joinFn) StartBundle(_, _ func(record.Passage), _, _ func(record.Excerpt), _ func(record.HotOccurrence), _ func(int, []byte), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
	fn.largest = largest{}
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *joinFn) ProcessElement(_ int, blocks func(*[]byte) bool, passages, within func(record.Passage), hot, _ func(record.Excerpt), occurrences func(record.HotOccurrence), reuse func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("locate.Locate, passages", blocks, func(sorted *block.Sorted, i, end int) error {
		// The hash of a passage may be that of hot words.
		mid := i
		for mid < end && sorted.Payload(mid)[0] == tagSide {
			mid++
		}
		if err := fn.passage(sorted, i, mid, passages, within, reuse); err != nil {
			return err
		}
		if mid < end {
			if err := fn.hot(sorted, mid, end, hot, occurrences, reuse); err != nil {
				return err
			}
		}
		return nil
	})
}

func (fn *joinFn) FinishBundle(_, _ func(record.Passage), _, top func(record.Excerpt), _ func(record.HotOccurrence), reuse func(int, []byte), ledger func(string, int64)) error {
	fn.packer.Flush(reuse)
	fn.ledger.Flush(ledger)
	return fn.largest.flush(top)
}

// passage emits the passage whose sides are the records from i to end: side a, then side b.
func (fn *joinFn) passage(sorted *block.Sorted, i, end int, emit, within func(record.Passage), reuse func(int, []byte)) error {
	switch end - i {
	case 0:
		return nil
	case 1:
		fn.ledger.Add(Orphans, 1)
		return nil
	case 2:
	default:
		return fmt.Errorf("locate: %d sides of one passage", end-i)
	}
	a, err := readSide(sorted.Payload(i))
	if err != nil {
		return err
	}
	b, err := readSide(sorted.Payload(i + 1))
	if err != nil {
		return err
	}
	if p, first, _, ok := join(&a, &b); ok {
		fn.ledger.Add(Passages, 1)
		if a.Extent.Document == b.Extent.Document {
			within(p)
		} else {
			fn.largest.add(p, first.Origin)
			emit(p)
		}
		fn.reusedBy(&a, &b, reuse)
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
		Kind: kind, Matched: a.Matched, Similarity: record.Round(a.Similarity), Source: b.Extent.source(),
		AFields: a.Fields, BFields: b.Fields,
	}, a, b, true
}

// hot emits the hot passage whose places are the records from i to end, by id and start.
func (fn *joinFn) hot(sorted *block.Sorted, i, end int, emit func(record.Excerpt), occurrences func(record.HotOccurrence), reuse func(int, []byte)) error {
	var passage record.HotPassage
	var first placedHot
	last := uint64(0)
	for n := i; n < end; n++ {
		h, err := readHot(sorted.Payload(n))
		if err != nil {
			return err
		}
		p := h.Place
		if n == i {
			first = h
			passage = record.HotPassage{Sentences: p.Sentences, Words: p.Words, Hash: fmt.Sprintf("%016x", p.Hash)}
		}
		if document := h.Extent.Document; n == i || document != last {
			passage.Documents++
			last = document
		}
		passage.Occurrences++
		if len(passage.Samples) < maxSamples {
			passage.Samples = append(passage.Samples, record.Sample{ID: p.ID, Start: p.Start, End: p.End, Source: h.Extent.source()})
		}
	}
	for n := i; n < end; n++ {
		h, err := readHot(sorted.Payload(n))
		if err != nil {
			return err
		}
		occurrences(record.HotOccurrence{Hash: passage.Hash, ID: h.Place.ID, Start: h.Place.Start, End: h.Place.End, Source: h.Extent.source()})
		fn.reused(Reuse{Kind: Hot, ID: h.Place.ID, Fields: h.Fields}, &h.Extent, reuse)
	}
	value, err := record.JSON(passage)
	if err != nil {
		return err
	}
	fn.ledger.Add(HotPassages, 1)
	fn.ledger.Add(HotOccurrences, passage.Occurrences)
	emit(record.Excerpt{Origin: first.Origin, ByteStart: first.Place.ByteStart, ByteEnd: first.Place.ByteEnd, Value: value})
	return nil
}

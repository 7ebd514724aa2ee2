package clean

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/shuffle"
)

// lookFn reads the documents that orders are for, and sends the units in the ranges of the
// orders to where equal ones meet.
type lookFn struct {
	Shuffle shuffle.Params
	// Policy is that of cleaning.Params.
	Policy string
	// Units are those that are looked for.
	Units removal.Params

	units   *shuffle.Packer
	edits   *cleaning.Sender
	reader  unitReader
	payload []byte // scratch, never emitted
}

func (fn *lookFn) StartBundle(_, _ func(int, []byte)) {
	fn.reader.params = fn.Units
	fn.units = shuffle.NewPacker(fn.Shuffle)
	fn.edits = cleaning.NewSender(fn.Shuffle)
}

func (fn *lookFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, units, edits func(int, []byte)) error {
	return eachPart(blocks, func(work *record.Edit, q *queue) error {
		if q.empty() {
			return nil
		}
		part, err := rewrite.DecodePart(work.Work)
		if err != nil {
			return err
		}
		spot := record.Spot{File: work.File, Part: work.Part}
		err = part.Visit(ctx, q.touches, func(d record.Document) error {
			spot.Record = d.Record
			if err := fn.document(&d, q.edits, spot, units, edits); err != nil {
				return err
			}
			return q.advance()
		})
		if err != nil {
			return err
		}
		return q.whole()
	})
}

func (fn *lookFn) FinishBundle(units, edits func(int, []byte)) {
	fn.units.Flush(units)
	fn.edits.Flush(edits)
}

// document looks at one document.
func (fn *lookFn) document(d *record.Document, orders []record.Edit, spot record.Spot, units, edits func(int, []byte)) error {
	r := &fn.reader
	r.read(d, orders)
	runes := analysis.NewRunes(d.Text)
	span := func(e *record.Edit) removal.Span {
		return removal.Span{Start: runes.Bytes(e.Start), End: runes.Bytes(e.End)}
	}
	var passages, hot, pins []removal.Span
	for i := range orders {
		switch e := &orders[i]; {
		case e.Kind == record.Pin:
			pins = append(pins, span(e))
		case e.Kind != record.Look:
		case e.KeptID != "":
			fn.ofSource(d, e, spot, span(e), edits)
		case e.Hot:
			hot = append(hot, span(e))
		default:
			if err := r.stands(d, e); err != nil {
				return err
			}
			passages = append(passages, span(e))
		}
	}
	u := record.Unit{ID: d.ID, Spot: spot}
	if fn.Policy == cleaning.KeepLongest {
		u.Rank = ^uint64(utf8.RuneCount(d.Text))
	}
	inHot := r.cover(d, hot)
	pins = removal.Merge(pins)
	for _, i := range r.cover(d, slices.Concat(passages, hot)) {
		for len(inHot) > 0 && inHot[0] < i {
			inHot = inHot[1:]
		}
		for len(pins) > 0 && pins[0].End <= int(r.places[i].ByteStart) {
			pins = pins[1:]
		}
		u.Sum, u.Number = r.sum(i), r.units[i].Number
		u.Start, u.End = r.places[i].Start, r.places[i].End
		u.Hot = len(inHot) > 0 && inHot[0] == i
		u.Pinned = len(pins) > 0 && pins[0].Start < int(r.places[i].ByteEnd)
		fn.payload = record.AppendUnit(fn.payload[:0], &u)
		fn.units.Add(record.SumKey(u.Sum), fn.payload, units)
	}
	return nil
}

// ofSource takes the units out of a passage that stands word by word in a source.
func (fn *lookFn) ofSource(d *record.Document, e *record.Edit, spot record.Spot, at removal.Span, edits func(int, []byte)) {
	for _, i := range fn.reader.cover(d, []removal.Span{at}) {
		p := fn.reader.places[i]
		fn.edits.Send(spot, record.Edit{
			Kind: record.Take, Start: p.Start, End: p.End,
			KeptID: e.KeptID, KeptStart: e.KeptStart, KeptEnd: e.KeptEnd, Reason: cleaning.PassageReason,
		}, edits)
	}
}

// eachPart calls f for every part of a shard, with the edits of its documents.
func eachPart(blocks func(*[]byte) bool, f func(work *record.Edit, q *queue) error) error {
	sorted, err := shuffle.Receive("clean", blocks)
	if err != nil {
		return err
	}
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		work, err := record.ReadEdit(sorted.Payload(i))
		if err != nil {
			return err
		}
		if work.Kind != record.WritePart {
			return fmt.Errorf("clean: edits of %s, part %d, which is not written", work.File, work.Part)
		}
		q := &queue{payload: sorted.Payload, next: i + 1, end: end}
		if err := q.advance(); err != nil {
			return err
		}
		if err := f(&work, q); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// queue is the edits of the documents of one part, in the order of its records.
type queue struct {
	payload   func(i int) []byte
	next, end int
	edits     []record.Edit // of the next record that has some
}

func (q *queue) empty() bool { return len(q.edits) == 0 }

// advance reads the edits of the next record that has some.
func (q *queue) advance() error {
	q.edits = q.edits[:0]
	for ; q.next < q.end; q.next++ {
		edit, err := record.ReadEdit(q.payload(q.next))
		if err != nil {
			return err
		}
		if len(q.edits) > 0 && edit.Record != q.edits[0].Record {
			break
		}
		q.edits = append(q.edits, edit)
	}
	return nil
}

// touches says whether the record of that number has edits.
func (q *queue) touches(number int64) bool {
	return len(q.edits) > 0 && q.edits[0].Record == number
}

// whole says whether every edit met its record: else the input changed meanwhile.
func (q *queue) whole() error {
	if len(q.edits) > 0 {
		return fmt.Errorf("%s is missing: the input was changed while it was cleaned", record.Where(q.edits[0].File, q.edits[0].Record))
	}
	return nil
}

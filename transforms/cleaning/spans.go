package cleaning

import (
	"bytes"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/cleaning/removal"
)

func init() {
	dofn.Direct(func(fn *spansFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Removed), a[1].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&spanOrdersFn{})
}

// Spans returns the edits that remove ranges of documents, and documents, as a user says: spans is
// a PCollection<record.Removed>. A line with DocumentReason drops the document. homes has a Home for
// each document. A range of a document that is not there, or outside of its document, is an error.
// Spans panics if p is not valid.
func Spans(s beam.Scope, p Params, homes shuffle.Blocks[Home], spans beam.PCollection) (edits shuffle.Blocks[Edit]) {
	s = s.Scope("cleaning.Spans")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	copies := shuffle.BlocksOf[Copy](p.Shuffle, beam.ParDo(s, &spansFn{sending[Copy]{Params: p}}, spans))
	return shuffle.BlocksOf[Edit](p.Shuffle, beam.ParDo(s, &spanOrdersFn{sending[Edit]{Params: p}}, shuffle.Group(s, p.Shuffle, homes, copies)))
}

// spansFn sends ranges to their documents, and to those that keep their words.
type spansFn struct{ sending[Copy] }

func (fn *spansFn) ProcessElement(v record.Removed, emit func(int, []byte)) {
	c := Copy{ID: v.ID, Start: v.Start, End: v.End, Kind: spanCopy, KeptID: v.KeptID, KeptStart: v.KeptStart, KeptEnd: v.KeptEnd, KeptSource: v.Source, Reason: v.Reason}
	fn.out.Send(c, emit)
	if v.KeptID != "" && !v.Source {
		fn.out.Send(Copy{ID: v.KeptID, Kind: keptCopy}, emit)
	}
}

// spanOrdersFn makes edits of ranges.
type spanOrdersFn struct{ sending[Edit] }

func (fn *spanOrdersFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("cleaning", blocks, func(sorted *block.Sorted, i, end int) error {
		homes, next, err := homesOf(sorted, i, end, func(loser, winner *Home) {
			fn.out.Send(Edit{Spot: loser.Spot, Kind: refuseEdit, Reason: duplicate(loser, winner)}, emit)
		})
		if err != nil {
			return err
		}
		needed := map[name]bool{}
		for ; next < end; next++ {
			c, err := readCopy(sorted.Payload(next))
			if err != nil {
				return err
			}
			home := homes[c.name()]
			if c.Kind == keptCopy {
				if home != nil && !needed[c.name()] {
					needed[c.name()] = true
					fn.out.Send(Edit{Spot: home.Spot, Kind: neededEdit}, emit)
				}
				continue
			}
			if err := fn.Params.check(&c, home); err != nil {
				return err
			}
			if home == nil { // of a sample
				continue
			}
			e := Edit{
				Spot: home.Spot, Kind: spanEdit, Start: c.Start, End: c.End, KeptID: c.KeptID, KeptStart: c.KeptStart, KeptEnd: c.KeptEnd,
				Number: noNumber, Source: c.KeptSource, Reason: c.Reason,
			}
			if c.Reason == DocumentReason {
				e.Kind = dropEdit
			}
			fn.out.Send(e, emit)
		}
		return nil
	})
}

// span removes ranges of a document. needed is true if the document keeps words for others.
func (e *Editor) span(d *record.Document, spans []*Edit, needed bool) (Edited, error) {
	r := &e.reader
	r.read(d, nil)
	runes := analysis.NewRunes(d.Text)
	ranges := make([]removal.Span, len(spans))
	for i, s := range spans {
		ranges[i] = removal.Span{Start: runes.Bytes(s.Start), End: runes.Bytes(s.End)}
	}
	cuts := e.long(removal.Joined(ranges, d.Text), d.Text)
	if len(cuts) == 0 {
		return Edited{}, nil
	}
	var removed []record.Removed
	at := 0
	for i, s := range spans { // in the order of their starts
		for at < len(cuts) && cuts[at].End <= ranges[i].Start {
			at++
		}
		if at < len(cuts) && cuts[at].Start < ranges[i].End {
			removed = append(removed, record.Removed{ID: d.ID, Start: s.Start, End: s.End, KeptID: s.KeptID, KeptStart: s.KeptStart, KeptEnd: s.KeptEnd, Reason: s.Reason, Source: s.Source})
		}
	}
	e.account.Ledger.Add(RemovedPassages, int64(len(removed)))
	for _, v := range removed {
		e.account.Removed(v)
	}
	if left := e.leftBeside(cuts); left < e.params.MinText && !needed {
		e.dropRest(d, false, removed, left)
		return Edited{Drop: true}, nil
	}
	e.account.Ledger.Add(CutDocuments, 1)
	if r.layout.HasMarkup() {
		e.own = e.own[:0]
		for _, c := range cuts {
			e.own = r.layout.Own(e.own, r.layout.Find(c.Start), r.layout.Find(c.End))
		}
		return e.changed(d, e.owned()), nil
	}
	return e.changed(d, removal.Spaced(cuts, d.Text)), nil
}

// long returns the cuts that have enough words, or are the whole text, in place.
func (e *Editor) long(cuts []removal.Span, text []byte) []removal.Span {
	kept := cuts[:0]
	for _, c := range cuts {
		whole := len(cuts) == 1 && len(bytes.TrimSpace(text[:c.Start])) == 0 && len(bytes.TrimSpace(text[c.End:])) == 0
		if !whole && len(token.Append(nil, text[c.Start:c.End])) < e.params.Units.MinCut {
			e.account.Ledger.Add(shortCuts, 1)
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// leftBeside returns the number of characters of the parts, without those of cuts, in bytes.
func (e *Editor) leftBeside(cuts []removal.Span) (n int64) {
	for _, p := range e.reader.places {
		for len(cuts) > 0 && cuts[0].End <= int(p.ByteStart) {
			cuts = cuts[1:]
		}
		n += p.End - p.Start
		for _, c := range cuts {
			if c.Start >= int(p.ByteEnd) {
				break
			}
			if c.Start <= int(p.ByteStart) && c.End >= int(p.ByteEnd) {
				n -= p.End - p.Start
				break
			}
		}
	}
	return n
}

package cleaning

import (
	"bytes"
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterMap[*spanCopies]()
	engine.RegisterReduce[*spanEdits]()
}

// Spans returns the edits that remove ranges of documents, and documents, as a user says: spans is
// a PCollection<record.Removed>. A line with DocumentReason or SimilarReason drops the document. homes has a Home for
// each document. A range of a document that is not there, or outside of its document, is an error.
// Spans panics if p is not valid.
func Spans(s beam.Scope, p Params, homes shuffle.Blocks[Home], spans beam.PCollection) (edits shuffle.Blocks[Edit]) {
	parameter.Must(p.Validate())
	sent := engine.Map(s, p.Shuffle, "cleaning.SpanCopies", spans, &spanCopies{})
	st := &spanEdits{Homes: engine.From(homes), Copies: engine.From(sent.Copies.Blocks()), Params: p}
	return engine.Reduce(s, p.Shuffle, "cleaning.Spans", st).Edits.Blocks()
}

// spanCopies sends ranges to their documents, and to those that keep their words.
type spanCopies struct{ Copies engine.Out[Copy] }

// Map is that of engine.Mapper.
func (fn *spanCopies) Map(_ context.Context, v record.Removed) error {
	c := Copy{ID: v.ID, Start: v.Start, End: v.End, Kind: spanCopy, KeptID: v.KeptID, KeptStart: v.KeptStart,
		KeptEnd: v.KeptEnd, KeptSource: v.Source, Reason: v.Reason}
	fn.Copies.Add(c.key(), c)
	if v.KeptID != "" && !v.Source {
		c := Copy{ID: v.KeptID, Kind: keptCopy}
		fn.Copies.Add(c.key(), c)
	}
	return nil
}

// spanEdits makes edits of ranges.
type spanEdits struct {
	Homes  engine.In[Home]
	Copies engine.In[Copy]
	Edits  engine.Out[Edit]
	Params Params
}

// Reduce is that of engine.Reducer.
func (fn *spanEdits) Reduce(_ context.Context, _ uint64) error {
	homes := homesOf(&fn.Homes, func(loser, winner *Home) {
		fn.send(Edit{Spot: loser.Spot, Kind: refuseEdit, Reason: duplicate(loser, winner)})
	})
	needed := map[name]bool{}
	for c := range fn.Copies.All {
		home := homes[c.name()]
		if c.Kind == keptCopy {
			if home != nil && !needed[c.name()] {
				needed[c.name()] = true
				fn.send(Edit{Spot: home.Spot, Kind: neededEdit})
			}
			continue
		}
		if err := fn.Params.check(c, home); err != nil {
			return err
		}
		if home == nil { // of a sample
			continue
		}
		e := Edit{
			Spot: home.Spot, Kind: spanEdit, Start: c.Start, End: c.End, KeptID: c.KeptID, KeptStart: c.KeptStart,
			KeptEnd: c.KeptEnd,
			Number:  noNumber, Source: c.KeptSource, Reason: c.Reason,
		}
		if Whole(c.Reason) {
			e.Kind = dropEdit
		}
		fn.send(e)
	}
	return nil
}

func (fn *spanEdits) send(e Edit) { fn.Edits.Add(e.Key(), e) }

// span removes ranges of a document. needed is true if the document keeps words for others.
func (e *Editor) span(d *record.Document, spans []*Edit, needed bool) Edited {
	e.reader.read(d, nil)
	runes := analysis.NewRunes(d.Text)
	ranges := make([]removal.Span, len(spans))
	for i, s := range spans {
		ranges[i] = removal.Span{Start: runes.Bytes(s.Start), End: runes.Bytes(s.End)}
	}
	cuts := e.long(removal.Joined(ranges, d.Text), d.Text)
	var removed []record.Removed
	at := 0
	for i, s := range spans { // in the order of their starts
		for at < len(cuts) && cuts[at].End <= ranges[i].Start {
			at++
		}
		if at < len(cuts) && cuts[at].Start < ranges[i].End {
			removed = append(removed, record.Removed{ID: d.ID, Start: s.Start, End: s.End, KeptID: s.KeptID,
				KeptStart: s.KeptStart, KeptEnd: s.KeptEnd, Reason: s.Reason, Source: s.Source})
		}
	}
	if len(removed) == 0 {
		return Edited{}
	}
	return e.cut(d, removed, false, needed)
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

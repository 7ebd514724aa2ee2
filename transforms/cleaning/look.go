package cleaning

import (
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning/removal"
)

// Looker finds the units of documents that may be removed, one document after the other. It
// is not safe for concurrent use.
type Looker struct {
	keep   Keep
	reader reader
	units  []removal.Unit // scratch
}

// NewLooker returns a Looker. keep is Params.Order; units says what is removed.
func NewLooker(keep Keep, units removal.Params) *Looker {
	return &Looker{keep: keep, reader: reader{params: units}}
}

// Look calls unit for the units of d that have a core in the ranges of its edits, which Orders
// has returned, and take for edits that remove parts, because a source contains their words. The
// error says that a passage is not where an edit says. The Unit is valid until unit returns.
func (l *Looker) Look(d *record.Document, edits []Edit, unit func(Unit), take func(Edit)) error {
	r := &l.reader
	r.read(d, edits)
	runes := analysis.NewRunes(d.Text)
	var passages, hot, pins []removal.Span
	span := func(e *Edit) removal.Span {
		return removal.Span{Start: runes.Bytes(e.Start), End: runes.Bytes(e.End)}
	}
	for i := range edits {
		switch e := &edits[i]; {
		case e.Kind == pinEdit:
			pins = append(pins, span(e))
		case e.Kind != lookEdit:
		case e.KeptID != "":
			l.ofSource(d, e, span(e), take)
		case e.Hot:
			hot = append(hot, span(e))
		default:
			if err := r.check(d, e); err != nil {
				return err
			}
			passages = append(passages, span(e))
		}
	}
	u := Unit{ID: d.ID, Spot: edits[0].Spot, Source: d.Side == record.Source}
	if !u.Source && len(l.keep) > 0 {
		order, err := l.keep.Order(d, int64(utf8.RuneCount(d.Text)), nil)
		if err != nil {
			return err
		}
		u.Order = order
	}
	inside, inHot := r.inside(d, slices.Concat(passages, hot)), r.inside(d, hot)
	pins = removal.Merge(pins)
	l.units = removal.Units(l.units[:0], r.parts, r.text, r.tokens)
	for _, at := range l.units {
		if !at.Removable(r.parts) {
			continue
		}
		looked, whole := false, true
		u.Hot = true
		for i := at.CoreFrom; i < at.CoreTo; i++ {
			if r.parts[i].Words() > 0 {
				looked, whole, u.Hot = looked || inside[i], whole && inside[i], u.Hot && inHot[i]
			}
		}
		if !looked {
			continue
		}
		first, last := r.places[at.From], r.places[at.To-1]
		for len(pins) > 0 && pins[0].End <= int(first.ByteStart) {
			pins = pins[1:]
		}
		u.Pinned = len(pins) > 0 && pins[0].Start < int(last.ByteEnd)
		u.Partial = !whole
		core := at.Core(r.parts)
		u.Sum, u.Number = r.sum(core), core.Number
		u.Start, u.End = r.places[at.CoreFrom].Start, r.places[at.CoreTo-1].End
		u.Before, u.After = u.Before[:0], u.After[:0]
		for i := at.CoreFrom - 1; i >= at.From; i-- {
			u.Before = append(u.Before, r.neighbour(i, inside[i]))
		}
		for i := at.CoreTo; i < at.To; i++ {
			u.After = append(u.After, r.neighbour(i, inside[i]))
		}
		unit(u)
	}
	return nil
}

// ofSource takes the parts of a passage that a source contains word for word.
func (l *Looker) ofSource(d *record.Document, e *Edit, at removal.Span, take func(Edit)) {
	for _, i := range l.reader.covered(d, []removal.Span{at}) {
		if l.reader.parts[i].Words() == 0 {
			continue
		}
		p := l.reader.places[i]
		take(Edit{
			Spot: e.Spot, Kind: takeEdit, Start: p.Start, End: p.End,
			KeptID: e.KeptID, KeptStart: e.KeptStart, KeptEnd: e.KeptEnd, Number: noNumber, Source: true,
			Reason: PassageReason,
		})
	}
}

// neighbour returns the short part i as one beside a core.
func (r *reader) neighbour(i int, inside bool) Neighbour {
	p := r.places[i]
	return Neighbour{
		Sum: r.sum(r.parts[i]), Start: p.Start, End: p.End, Words: uint32(r.parts[i].Words()), Inside: inside,
		Heading: r.parts[i].Heading > 0,
	}
}

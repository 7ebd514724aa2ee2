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
	policy string
	reader reader
}

// NewLooker returns a Looker. policy is that of Params; units says what is removed.
func NewLooker(policy string, units removal.Params) *Looker {
	return &Looker{policy: policy, reader: reader{params: units}}
}

// Look calls unit for the units of d in the ranges of its edits, which Orders has returned,
// and take for edits that remove units, because a source contains their words. The error says
// that a passage is not where an edit says.
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
	u := Unit{ID: d.ID, Spot: edits[0].Spot}
	if l.policy == KeepLongest {
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
		unit(u)
	}
	return nil
}

// ofSource takes the units of a passage that a source contains word for word.
func (l *Looker) ofSource(d *record.Document, e *Edit, at removal.Span, take func(Edit)) {
	for _, i := range l.reader.cover(d, []removal.Span{at}) {
		p := l.reader.places[i]
		take(Edit{
			Spot: e.Spot, Kind: takeEdit, Start: p.Start, End: p.End,
			KeptID: e.KeptID, KeptStart: e.KeptStart, KeptEnd: e.KeptEnd, Reason: PassageReason,
		})
	}
}

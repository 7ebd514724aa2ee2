package cleaning

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning/removal"
)

// take sets gone to the units that are removed, and taken to the edits that remove them.
func (e *Editor) take(d *record.Document, edits, takes []Edit) error {
	r := &e.reader
	r.read(d, edits)
	why := map[int]Edit{}
	e.gone = e.gone[:0]
	for _, t := range takes {
		i, ok := r.at(t.Start, t.End)
		if !ok {
			return fmt.Errorf("%s (%s): the text from %d to %d is missing: the input was changed while it was cleaned", record.Where(d.File, d.Record), d.ID, t.Start, t.End)
		}
		if other, ok := why[i]; !ok {
			why[i] = t
			e.gone = append(e.gone, i)
		} else if cmp.Or(cmp.Compare(t.KeptID, other.KeptID), cmp.Compare(t.KeptStart, other.KeptStart), cmp.Compare(t.KeptEnd, other.KeptEnd)) < 0 { // two passages of a source
			why[i] = t
		}
	}
	slices.Sort(e.gone)
	var short int
	e.gone, short = r.params.Cut(e.gone, r.units)
	e.account.Ledger.Add(shortParts, int64(short))
	e.taken = e.taken[:0]
	for _, g := range e.gone {
		e.taken = append(e.taken, why[g])
	}
	return nil
}

// removed returns the ranges that are removed: one for each run of units whose places, too,
// are a run in one document.
func (e *Editor) removed(id string) (removed []record.Removed) {
	for i, g := range e.gone {
		t, at := &e.taken[i], e.reader.places[g]
		if i > 0 && e.follows(i) {
			last := &removed[len(removed)-1]
			last.End, last.KeptEnd = at.End, max(last.KeptEnd, t.KeptEnd)
			continue
		}
		removed = append(removed, record.Removed{
			ID: id, Start: at.Start, End: at.End, KeptID: t.KeptID, KeptStart: t.KeptStart, KeptEnd: t.KeptEnd, Reason: t.Reason,
		})
	}
	return removed
}

// follows reports whether removed unit i follows the one before it, in the document and in
// the place that is kept.
func (e *Editor) follows(i int) bool {
	a, b := &e.taken[i-1], &e.taken[i]
	units := e.reader.units
	if a.KeptID != b.KeptID || a.Reason != b.Reason || units[e.gone[i]].Number != units[e.gone[i-1]].Number+1 {
		return false
	}
	same := a.KeptStart == b.KeptStart && a.KeptEnd == b.KeptEnd // no place, or one of a source
	return same || b.Number == a.Number+1 && b.KeptStart >= a.KeptEnd
}

// left returns the number of characters of the units that stay.
func (e *Editor) left() (n int64) {
	next := 0
	for i, p := range e.reader.places {
		if next < len(e.gone) && e.gone[next] == i {
			next++
			continue
		}
		n += p.End - p.Start
	}
	return n
}

// without returns the text without the removed units, and reports the cuts. Markup stays.
func (e *Editor) without(d *record.Document) []byte {
	r := &e.reader
	e.cuts = e.cuts[:0]
	if r.layout.HasMarkup() {
		e.own = e.own[:0]
		for _, g := range e.gone {
			e.own = r.layout.Own(e.own, r.units[g].Start, r.units[g].End)
		}
		for _, o := range e.own {
			e.cuts = append(e.cuts, removal.Span{Start: o.Start, End: o.End})
		}
	} else {
		e.spans = e.spans[:0]
		for _, u := range r.units {
			e.spans = append(e.spans, u.Span)
		}
		e.cuts = removal.Runs(e.cuts, d.Text, e.spans, e.gone)
	}
	runes := analysis.NewRunes(d.Text)
	for _, c := range e.cuts {
		cut := record.Cut{ID: d.ID, Start: runes.At(c.Start), End: runes.At(c.End)}
		e.account.Ledger.Add(RemovedCharacters, cut.End-cut.Start)
		e.account.Cut(cut)
	}
	return removal.Without(make([]byte, 0, len(d.Text)), d.Text, e.cuts)
}

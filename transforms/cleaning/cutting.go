package cleaning

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning/removal"
)

// take sets gone to the parts that are removed, and taken to the edits that remove them.
func (e *Editor) take(d *record.Document, edits []Edit, takes []*Edit) error {
	r := &e.reader
	r.read(d, edits)
	why := make([]*Edit, len(r.parts)) // of each part that goes
	e.gone, e.wholes = e.gone[:0], e.wholes[:0]
	if !r.layout.HasMarkup() {
		e.wholes = removal.Wholes(e.wholes, r.text, r.parts)
	}
	for _, t := range takes {
		from, to, ok := r.at(t.Start, t.End)
		if !ok {
			return fmt.Errorf("%s (%s): the text from %d to %d is missing: the input was changed while it was cleaned",
				record.Where(d.File, d.Record), d.ID, t.Start, t.End)
		}
		if to-from > 1 {
			e.wholes = append(e.wholes, removal.Whole{From: from, To: to, Rest: to})
		}
		for i := from; i < to; i++ {
			if to-from > 1 {
				r.parts[i].Heading = 0 // in the core of a unit, which goes as a whole
			}
			if other := why[i]; other == nil {
				why[i] = t
				e.gone = append(e.gone, i)
			} else if compareKept(t, other) < 0 { // two passages of a source
				why[i] = t
			}
		}
	}
	slices.Sort(e.gone)
	var inside, below int
	e.gone, inside, below = r.params.Cut(e.gone, r.parts, e.wholes)
	e.account.Ledger.Add(shortParts, int64(inside))
	e.account.Ledger.Add(shortCuts, int64(below))
	e.taken = e.taken[:0]
	for _, g := range e.gone {
		e.taken = append(e.taken, why[g])
	}
	return nil
}

// removed returns the ranges that are removed: one for each run of parts whose places, too,
// are a run in one document.
func (e *Editor) removed(id string) (removed []record.Removed) {
	begin := 0 // of the parts of the edit
	for i, g := range e.gone {
		t, at := e.taken[i], e.reader.places[g]
		same := i > 0 && t.Start == e.taken[i-1].Start
		if same || i > 0 && e.follows(i, i-begin) {
			if !same {
				begin = i
			}
			last := &removed[len(removed)-1]
			last.End, last.KeptEnd = at.End, max(last.KeptEnd, t.KeptEnd)
			continue
		}
		begin = i
		removed = append(removed, record.Removed{
			ID: id, Start: at.Start, End: at.End, KeptID: t.KeptID, KeptStart: t.KeptStart, KeptEnd: t.KeptEnd,
			Reason: t.Reason,
			Source: t.Source,
		})
	}
	return removed
}

// follows reports whether removed part i follows the one before it, in the document and in
// the place that is kept. The edit of the one before removes so many parts.
func (e *Editor) follows(i, parts int) bool {
	a, b := e.taken[i-1], e.taken[i]
	all := e.reader.parts
	if a.KeptID != b.KeptID || a.Source != b.Source || a.Reason != b.Reason ||
		all[e.gone[i]].Number != all[e.gone[i-1]].Number+1 {
		return false
	}
	if b.KeptID == "" || b.Number == noNumber { // no place, or one of a source
		return a.KeptStart == b.KeptStart && a.KeptEnd == b.KeptEnd
	}
	return b.Number == a.Number+uint32(parts) && b.KeptStart >= a.KeptEnd
}

// cut removes ranges of a document. needed is true if it keeps words for others, twins if it represents others.
func (e *Editor) cut(d *record.Document, removed []record.Removed, twins, needed bool) Edited {
	e.account.Ledger.Add(RemovedPassages, int64(len(removed)))
	for _, v := range removed {
		e.account.Removed(v)
	}
	runes := analysis.NewRunes(d.Text)
	ranges := e.bytesOf(runes, removed)
	if left := e.left(d, ranges); left < e.params.MinText && !needed {
		e.dropRest(d, twins, removed, left)
		return Edited{Drop: true}
	}
	e.keep(d, twins)
	e.account.Ledger.Add(CutDocuments, 1)
	cuts := e.cutsOf(d, ranges)
	edited := Edited{Changed: true, Cuts: pairsOf(cuts)}
	for _, c := range cuts {
		cut := record.Cut{ID: d.ID, Start: runes.At(c.Start), End: runes.At(c.End)}
		e.account.Ledger.Add(RemovedCharacters, cut.End-cut.Start)
		e.account.Cut(cut)
	}
	edited.Text = removal.Without(make([]byte, 0, len(d.Text)), d.Text, cuts)
	return edited
}

// bytesOf returns ranges in bytes of the text that runes counts in. They are valid until the next call.
func (e *Editor) bytesOf(runes *analysis.Runes, ranges []record.Removed) []removal.Span {
	e.spans = e.spans[:0]
	for _, v := range ranges {
		e.spans = append(e.spans, removal.Span{Start: runes.Bytes(v.Start), End: runes.Bytes(v.End)})
	}
	return e.spans
}

// pairsOf returns ranges as starts and ends.
func pairsOf(ranges []removal.Span) [][2]int {
	pairs := make([][2]int, len(ranges))
	for i, r := range ranges {
		pairs[i] = [2]int{r.Start, r.End}
	}
	return pairs
}

// left returns the number of characters of the parts that ranges, in bytes, do not cover.
func (e *Editor) left(d *record.Document, ranges []removal.Span) (n int64) {
	for _, p := range e.reader.places {
		n += p.End - p.Start
	}
	for _, i := range e.reader.covered(d, ranges) {
		n -= e.reader.places[i].End - e.reader.places[i].Start
	}
	return n
}

// cutsOf returns what is cut to remove ranges, in bytes. Markup stays.
func (e *Editor) cutsOf(d *record.Document, ranges []removal.Span) (cuts []removal.Span) {
	layout := &e.reader.layout
	if !layout.HasMarkup() {
		marked, tight := removal.Marked(removal.Joined(ranges, d.Text), d.Text)
		return removal.Spaced(marked, d.Text, tight)
	}
	e.own = e.own[:0]
	for _, r := range removal.Merge(ranges) {
		e.own = layout.Own(e.own, layout.Find(r.Start), layout.Find(r.End))
	}
	for _, o := range e.own {
		cuts = append(cuts, removal.Span{Start: o.Start, End: o.End})
	}
	return cuts
}

// compareKept orders two edits by the place that they keep.
func compareKept(a, b *Edit) int {
	return cmp.Or(cmp.Compare(a.KeptID, b.KeptID), cmp.Compare(a.KeptStart, b.KeptStart),
		cmp.Compare(a.KeptEnd, b.KeptEnd))
}

package clean

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/shuffle"
)

// Names of the ledger.
const (
	// writtenDocuments, cutDocuments and droppedDocuments are documents of the cleaned
	// collection, those of them that something was taken out of, and those that are not
	// in it.
	writtenDocuments = "documents_written"
	cutDocuments     = "documents_cut"
	droppedDocuments = "documents_dropped"
	// annotatedDocuments are those that a field was added to.
	annotatedDocuments = "documents_annotated"
	// removedPassages are copies that were taken out, removedCharacters what was taken
	// out of documents that were not dropped.
	removedPassages   = "copies_removed"
	removedCharacters = "characters_removed"
	// shortParts are parts of sentences that stand elsewhere and are too short to be cut.
	shortParts = "not_compared.parts_of_sentences_too_short_to_cut"
	// ofSource are passages of a source that are not word by word.
	ofSource = "not_compared.reworded_passages_of_a_source"
	// dissimilar are passages that are no copies: they stay.
	dissimilar = "not_compared.passages_below_min_similarity"
)

// editor edits the documents of one part.
type editor struct {
	*queue

	minText           int64
	again             bool // an earlier pass has named places as kept
	field             string
	manifest, dropped func(record.Removed)
	cut               func(record.Cut)
	reject            func(record.Rejected)
	ledger            shuffle.Ledger
	reader            unitReader
	gone              []int         // units that go, in order
	taken             []record.Edit // of each unit that goes, why
	spans, cuts       []removal.Span
	own               []charfilter.Origin
}

// Touches is that of record.Editor.
func (e *editor) Touches(number int64) bool {
	if e.touches(number) {
		return true
	}
	e.ledger.Add(writtenDocuments, 1)
	return false
}

// Edit is that of record.Editor.
func (e *editor) Edit(d record.Document) (record.Edited, error) {
	edited, err := e.edit(&d)
	if err != nil {
		return edited, err
	}
	if !edited.Drop {
		e.ledger.Add(writtenDocuments, 1)
	}
	return edited, e.advance()
}

func (e *editor) edit(d *record.Document) (record.Edited, error) {
	needed := false
	var takes, twins []record.Edit
	for _, edit := range e.edits {
		switch edit.Kind {
		case record.Refuse:
			e.reject(record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID, Reason: edit.Reason})
			return record.Edited{Drop: true}, nil
		case record.Drop:
			return e.drop(d, &edit)
		case record.Twin:
			twins = append(twins, edit)
		case record.Needed:
			needed = true
		case record.Take:
			takes = append(takes, edit)
		}
	}
	if e.again && len(twins) > 0 {
		takes = nil // their places that were named as kept are now those of this document
	}
	if len(takes) == 0 {
		e.tellTwins(d, twins)
		return record.Edited{}, nil
	}
	if err := e.take(d, takes); err != nil {
		return record.Edited{}, err
	}
	if len(e.gone) == 0 {
		e.tellTwins(d, twins)
		return record.Edited{}, nil
	}
	removed := e.removed(d.ID)
	e.ledger.Add(removedPassages, int64(len(removed)))
	if e.field != "" {
		return e.annotate(removed)
	}
	for _, r := range removed {
		e.manifest(r)
	}
	if left := e.left(); left < e.minText && !needed {
		runes := analysis.NewRunes(d.Text).At(len(d.Text))
		reason := fmt.Sprintf("%d characters left", left)
		e.ledger.Add(droppedDocuments, 1)
		e.dropped(record.Removed{ID: d.ID, End: runes, Reason: reason})
		for _, t := range twins { // what was taken out of this one is where theirs is, too
			e.ledger.Add(removedPassages, int64(len(removed)))
			e.dropped(record.Removed{ID: t.KeptID, End: t.End, Reason: reason})
			for _, r := range removed {
				r.ID = t.KeptID
				e.manifest(r)
			}
		}
		return record.Edited{Drop: true}, nil
	}
	e.tellTwins(d, twins)
	e.ledger.Add(cutDocuments, 1)
	return record.Edited{HasText: true, Text: e.without(d)}, nil
}

// drop leaves a document out. The line that says so is written where the document is that
// stands for it, if there is one.
func (e *editor) drop(d *record.Document, edit *record.Edit) (record.Edited, error) {
	r := record.Removed{ID: d.ID, End: edit.End, KeptID: edit.KeptID, KeptEnd: edit.KeptEnd, Reason: edit.Reason}
	if e.field != "" {
		return e.annotate([]record.Removed{r})
	}
	e.ledger.Add(droppedDocuments, 1)
	if edit.KeptID == "" {
		e.dropped(r)
	}
	return record.Edited{Drop: true}, nil
}

// tellTwins writes the lines of the documents that d stands for.
func (e *editor) tellTwins(d *record.Document, twins []record.Edit) {
	if len(twins) == 0 || e.field != "" {
		return
	}
	end := int64(utf8.RuneCount(d.Text))
	for _, t := range twins {
		e.dropped(record.Removed{ID: t.KeptID, End: t.End, KeptID: d.ID, KeptEnd: end, Reason: cleaning.DocumentReason})
	}
}

// annotate adds the spans to the record.
func (e *editor) annotate(removed []record.Removed) (record.Edited, error) {
	slices.SortFunc(removed, func(x, y record.Removed) int { return slices.Compare(x.SortKey(), y.SortKey()) })
	type span struct {
		Start     int64  `json:"start"`
		End       int64  `json:"end"`
		KeptID    string `json:"kept_id"`
		KeptStart int64  `json:"kept_start"`
		KeptEnd   int64  `json:"kept_end"`
		Reason    string `json:"reason"`
	}
	spans := make([]span, len(removed))
	for i, r := range removed {
		spans[i] = span{r.Start, r.End, r.KeptID, r.KeptStart, r.KeptEnd, r.Reason}
		e.manifest(r)
	}
	e.ledger.Add(annotatedDocuments, 1)
	field, err := record.JSON(spans)
	return record.Edited{Field: field}, err
}

// take finds the units that go: e.gone, and why each does: e.taken.
func (e *editor) take(d *record.Document, takes []record.Edit) error {
	r := &e.reader
	r.read(d, e.edits)
	why := map[int]record.Edit{}
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
	e.ledger.Add(shortParts, int64(short))
	e.taken = e.taken[:0]
	for _, g := range e.gone {
		e.taken = append(e.taken, why[g])
	}
	return nil
}

// removed is a line for each run of units that go whose places, too, are a run in one
// document.
func (e *editor) removed(id string) (removed []record.Removed) {
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

// follows says whether unit i of those that go follows the one before, in the document and
// where it is kept.
func (e *editor) follows(i int) bool {
	a, b := &e.taken[i-1], &e.taken[i]
	units := e.reader.units
	if a.KeptID != b.KeptID || a.Reason != b.Reason || units[e.gone[i]].Number != units[e.gone[i-1]].Number+1 {
		return false
	}
	same := a.KeptStart == b.KeptStart && a.KeptEnd == b.KeptEnd // no place, or one of a source
	return same || b.Number == a.Number+1 && b.KeptStart >= a.KeptEnd
}

// left is how many characters the units have that stay.
func (e *editor) left() (n int64) {
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

// without is the text without the units that go. Markup stays.
func (e *editor) without(d *record.Document) []byte {
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
		e.ledger.Add(removedCharacters, cut.End-cut.Start)
		e.cut(cut)
	}
	return removal.Without(make([]byte, 0, len(d.Text)), d.Text, e.cuts)
}

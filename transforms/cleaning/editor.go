package cleaning

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/shuffle"
)

// Names of the ledger.
const (
	// WrittenDocuments, CutDocuments and DroppedDocuments count the documents of the cleaned
	// collection, those of them that something was cut out of, and those that are not in it.
	WrittenDocuments = "documents_written"
	CutDocuments     = "documents_cut"
	DroppedDocuments = "documents_dropped"
	// AnnotatedDocuments counts the documents that a field was added to.
	AnnotatedDocuments = "documents_annotated"
	// RemovedPassages counts the copies that were removed, RemovedCharacters the characters
	// that were cut out of documents that were not dropped.
	RemovedPassages   = "copies_removed"
	RemovedCharacters = "characters_removed"
	// shortParts counts parts of sentences that occur elsewhere and are too short to be cut.
	shortParts = "not_compared.parts_of_sentences_too_short_to_cut"
)

// EditorParams configures an Editor.
type EditorParams struct {
	// MinText is the least number of characters, in sentences, that must be left of a document
	// that something was removed from. A document with less is dropped, unless it has a place
	// that is kept for others.
	MinText int64
	// Units says what is removed.
	Units removal.Params
	// Again says that an earlier pass has cleaned the documents.
	Again bool
	// Annotate makes the Editor describe what it would remove, and remove nothing.
	Annotate bool
}

// Account is where an Editor reports what it does. Each function is called at once, in the
// call of Edit.
type Account struct {
	// Removed gets the ranges that were removed, Dropped the documents.
	Removed, Dropped func(record.Removed)
	Cut              func(record.Cut)
	Rejected         func(record.Rejected)
	Ledger           shuffle.Ledger
}

// Editor edits documents, one after the other. It is not safe for concurrent use.
type Editor struct {
	params  EditorParams
	account Account
	reader  reader
	gone    []int  // units that are removed, in order
	taken   []Edit // of each of them, the edit that removes it
	spans   []removal.Span
	cuts    []removal.Span
	own     []charfilter.Origin
}

// NewEditor returns an Editor that reports to account.
func NewEditor(p EditorParams, account Account) *Editor {
	return &Editor{params: p, account: account, reader: reader{params: p.Units}}
}

// Edited is a document after its edits.
type Edited struct {
	// Drop says that the document is not in the cleaned collection.
	Drop bool
	// Text is the text that is left, in valid UTF-8, if Changed is set. Otherwise the text
	// stays as it is.
	Text    []byte
	Changed bool
	// Field is a JSON list of the ranges that would be removed, with EditorParams.Annotate;
	// nil if there are none.
	Field []byte
}

// Edit applies the edits of a document. An error says that the document is not the one that
// the edits were made for.
func (e *Editor) Edit(d *record.Document, edits []Edit) (Edited, error) {
	edited, err := e.edit(d, edits)
	if err == nil && !edited.Drop {
		e.account.Ledger.Add(WrittenDocuments, 1)
	}
	return edited, err
}

func (e *Editor) edit(d *record.Document, edits []Edit) (Edited, error) {
	needed := false
	var takes, twins []Edit
	for _, edit := range edits {
		switch edit.Kind {
		case refuseEdit:
			e.account.Rejected(record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID, Reason: edit.Reason})
			return Edited{Drop: true}, nil
		case dropEdit:
			return e.drop(d, &edit)
		case twinEdit:
			twins = append(twins, edit)
		case neededEdit:
			needed = true
		case takeEdit:
			takes = append(takes, edit)
		}
	}
	if e.params.Again && len(twins) > 0 {
		takes = nil // the places that were kept in the twins are now those of this document
	}
	if len(takes) == 0 {
		e.dropTwins(d, twins)
		return Edited{}, nil
	}
	if err := e.take(d, edits, takes); err != nil {
		return Edited{}, err
	}
	if len(e.gone) == 0 {
		e.dropTwins(d, twins)
		return Edited{}, nil
	}
	removed := e.removed(d.ID)
	e.account.Ledger.Add(RemovedPassages, int64(len(removed)))
	if e.params.Annotate {
		return e.annotate(removed)
	}
	for _, r := range removed {
		e.account.Removed(r)
	}
	if left := e.left(); left < e.params.MinText && !needed {
		e.dropRest(d, twins, removed, left)
		return Edited{Drop: true}, nil
	}
	e.dropTwins(d, twins)
	e.account.Ledger.Add(CutDocuments, 1)
	return Edited{Changed: true, Text: e.without(d)}, nil
}

// drop drops a document. If another one represents it, the Editor of that one reports it.
func (e *Editor) drop(d *record.Document, edit *Edit) (Edited, error) {
	r := record.Removed{ID: d.ID, End: edit.End, KeptID: edit.KeptID, KeptEnd: edit.KeptEnd, Reason: edit.Reason}
	if e.params.Annotate {
		return e.annotate([]record.Removed{r})
	}
	e.account.Ledger.Add(DroppedDocuments, 1)
	if edit.KeptID == "" {
		e.account.Dropped(r)
	}
	return Edited{Drop: true}, nil
}

// dropTwins reports the documents that d represents.
func (e *Editor) dropTwins(d *record.Document, twins []Edit) {
	if len(twins) == 0 || e.params.Annotate {
		return
	}
	end := int64(utf8.RuneCount(d.Text))
	for _, t := range twins {
		e.account.Dropped(record.Removed{ID: t.KeptID, End: t.End, KeptID: d.ID, KeptEnd: end, Reason: DocumentReason})
	}
}

// dropRest reports a document of which too little is left. What was removed from it was in
// its twins, too.
func (e *Editor) dropRest(d *record.Document, twins []Edit, removed []record.Removed, left int64) {
	reason := fmt.Sprintf("%d characters left", left)
	e.account.Ledger.Add(DroppedDocuments, 1)
	e.account.Dropped(record.Removed{ID: d.ID, End: analysis.NewRunes(d.Text).At(len(d.Text)), Reason: reason})
	for _, t := range twins {
		e.account.Ledger.Add(RemovedPassages, int64(len(removed)))
		e.account.Dropped(record.Removed{ID: t.KeptID, End: t.End, Reason: reason})
		for _, r := range removed {
			r.ID = t.KeptID
			e.account.Removed(r)
		}
	}
}

// annotate returns the ranges as a field.
func (e *Editor) annotate(removed []record.Removed) (Edited, error) {
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
		e.account.Removed(r)
	}
	e.account.Ledger.Add(AnnotatedDocuments, 1)
	field, err := record.JSON(spans)
	return Edited{Field: field}, err
}

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

package cleaning

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/charfilter"
	"example.org/diagonal/transforms/cleaning/removal"
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
	// that were cut out of documents that were not dropped, DroppedCharacters those of dropped
	// documents.
	RemovedPassages   = "copies_removed"
	RemovedCharacters = "characters_removed"
	DroppedCharacters = "characters_dropped"
	// shortParts counts parts of sentences that occur elsewhere and are too short to be cut.
	shortParts = "not_compared.parts_of_sentences_too_short_to_cut"
	// shortCuts counts cuts that were not made because they would be too short.
	shortCuts = "not_compared.cuts_below_min_cut"
)

// EditorParams configures an Editor.
type EditorParams struct {
	// MinText is the least number of characters, in sentences, that must be left of a document
	// that something was removed from. A document with less is dropped, unless it has a place
	// that is kept for others.
	MinText int64
	// Units says what is removed.
	Units removal.Params
	// Again is true if an earlier pass has cleaned the documents.
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
	// Represents gets what became of a document that represents others: for Twins. It is not called with
	// EditorParams.Annotate.
	Represents func(Fate)
	Ledger     interface{ Add(name string, n int64) }
}

// Editor edits documents, one after the other. It is not safe for concurrent use.
type Editor struct {
	params  EditorParams
	account Account
	reader  reader
	gone    []int // parts that are removed, in order
	wholes  []removal.Whole
	taken   []*Edit // of each of them, the edit that removes it
	spans   []removal.Span
	own     []charfilter.Origin
}

// NewEditor returns an Editor that reports to account.
func NewEditor(p EditorParams, account Account) *Editor {
	return &Editor{params: p, account: account, reader: reader{params: p.Units}}
}

// Edited is a document after its edits.
type Edited struct {
	// Drop is true if the document is not in the cleaned collection.
	Drop bool
	// Text is the text that is left, in valid UTF-8, if Changed is set. Otherwise the text
	// stays as it is.
	Text    []byte
	Changed bool
	// Cuts are the ranges of bytes of the document that are not in Text; with EditorParams.Annotate, those that would
	// not be.
	Cuts [][2]int
	// Field is a JSON list of the ranges that would be removed, with EditorParams.Annotate;
	// nil if there are none.
	Field []byte
}

// Edit applies the edits of a document. The error is that the document is not the one that the
// edits were made for.
func (e *Editor) Edit(d *record.Document, edits []Edit) (Edited, error) {
	edited, err := e.edit(d, edits)
	if err == nil && !edited.Drop {
		e.account.Ledger.Add(WrittenDocuments, 1)
	}
	return edited, err
}

func (e *Editor) edit(d *record.Document, edits []Edit) (Edited, error) {
	needed, twins := false, false
	var takes, spans []*Edit
	for i := range edits {
		switch edit := &edits[i]; edit.Kind {
		case refuseEdit:
			e.refuse(d, edit)
			return Edited{Drop: true}, nil
		case dropEdit:
			return e.drop(d, edit)
		case twinEdit:
			twins = true
		case neededEdit:
			needed = true
		case takeEdit:
			takes = append(takes, edit)
		case spanEdit:
			spans = append(spans, edit)
		}
	}
	if len(spans) > 0 {
		return e.span(d, spans, needed), nil
	}
	if e.params.Again && twins {
		takes = nil // the places that were kept in the twins are now those of this document
	}
	if len(takes) == 0 {
		e.keep(d, twins)
		return Edited{}, nil
	}
	if err := e.take(d, edits, takes); err != nil {
		return Edited{}, err
	}
	if len(e.gone) == 0 {
		e.keep(d, twins)
		return Edited{}, nil
	}
	removed := e.removed(d.ID)
	if e.params.Annotate {
		e.account.Ledger.Add(RemovedPassages, int64(len(removed)))
		return e.annotate(removed, e.cutsOf(d, e.bytesOf(analysis.NewRunes(d.Text), removed)))
	}
	return e.cut(d, removed, twins, needed), nil
}

// Keep takes the edits of a document of the source, which stays as it is: it may be rejected, because
// another one has its id. Of d only File, Record and ID are looked at.
func (e *Editor) Keep(d *record.Document, edits []Edit) {
	for i := range edits {
		if edits[i].Kind == refuseEdit {
			e.refuse(d, &edits[i])
			return
		}
	}
}

// refuse rejects a document whose id another one has.
func (e *Editor) refuse(d *record.Document, edit *Edit) {
	e.account.Rejected(record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID, Reason: edit.Reason})
}

// drop drops a document. If another one of the input represents it, Twins reports it.
func (e *Editor) drop(d *record.Document, edit *Edit) (Edited, error) {
	r := record.Removed{ID: d.ID, End: edit.End, KeptID: edit.KeptID, KeptEnd: edit.KeptEnd, Reason: edit.Reason,
		Source: edit.Source}
	if e.params.Annotate {
		return e.annotate([]record.Removed{r}, []removal.Span{{Start: 0, End: len(d.Text)}})
	}
	e.account.Ledger.Add(DroppedDocuments, 1)
	e.account.Ledger.Add(DroppedCharacters, edit.End)
	if edit.KeptID == "" || edit.Source || edit.Number == noNumber { // a span has no Twin
		e.account.Dropped(r)
	}
	return Edited{Drop: true}, nil
}

// keep says that a document stays that may represent others.
func (e *Editor) keep(d *record.Document, twins bool) {
	if twins && !e.params.Annotate {
		e.account.Represents(Fate{ID: d.ID, End: int64(utf8.RuneCount(d.Text))})
	}
}

// dropRest reports a document of which too little is left. What was removed from it was in
// its twins, too.
func (e *Editor) dropRest(d *record.Document, twins bool, removed []record.Removed, left int64) {
	dropped := record.Removed{ID: d.ID, End: analysis.NewRunes(d.Text).At(len(d.Text)),
		Reason: strconv.FormatInt(left, 10) + LeftReason}
	e.account.Ledger.Add(DroppedDocuments, 1)
	e.account.Ledger.Add(DroppedCharacters, dropped.End)
	e.account.Dropped(dropped)
	if twins {
		e.account.Represents(Fate{ID: d.ID, End: dropped.End, Reason: dropped.Reason, Removed: removed})
	}
}

// annotate returns the ranges as a field, and what would be cut.
func (e *Editor) annotate(removed []record.Removed, cuts []removal.Span) (Edited, error) {
	slices.SortFunc(removed, func(x, y record.Removed) int { return slices.Compare(x.SortKey(), y.SortKey()) })
	type span struct {
		Start     int64  `json:"start"`
		End       int64  `json:"end"`
		KeptID    string `json:"kept_id"`
		KeptStart int64  `json:"kept_start"`
		KeptEnd   int64  `json:"kept_end"`
		Reason    string `json:"reason"`
		Source    bool   `json:"source,omitempty"`
	}
	spans := make([]span, len(removed))
	for i, r := range removed {
		spans[i] = span{r.Start, r.End, r.KeptID, r.KeptStart, r.KeptEnd, r.Reason, r.Source}
		e.account.Removed(r)
	}
	e.account.Ledger.Add(AnnotatedDocuments, 1)
	field, err := record.JSON(spans)
	return Edited{Field: field, Cuts: pairsOf(cuts)}, err
}

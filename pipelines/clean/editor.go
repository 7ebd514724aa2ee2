package clean

import (
	"fmt"
	"slices"

	"diagonal/io/record"
	"diagonal/transforms/analysis"
	"diagonal/transforms/analysis/charfilter"
	"diagonal/transforms/cleaning/removal"
	"diagonal/transforms/shuffle"
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
	// insideSentences are copies without a whole sentence: they stay.
	insideSentences = "not_compared.copies_without_a_whole_sentence"
	// dissimilar are passages that are no copies: they stay.
	dissimilar = "not_compared.passages_below_min_similarity"
)

// editor edits the documents of one part.
type editor struct {
	payload   func(i int) []byte // edits, in the order of records
	next, end int
	edits     []record.Edit // of the next record that has some

	minText                int64
	field                  string
	manifest, dropped      func(record.Removed)
	cut                    func(record.Cut)
	reject                 func(record.Rejected)
	ledger                 shuffle.Ledger
	layout                 analysis.Layout
	sentences, spans, cuts []removal.Span
	gone                   []int
	own                    []charfilter.Origin
}

// advance reads the edits of the next record that has some.
func (e *editor) advance() error {
	e.edits = e.edits[:0]
	for ; e.next < e.end; e.next++ {
		edit, err := record.ReadEdit(e.payload(e.next))
		if err != nil {
			return err
		}
		if len(e.edits) > 0 && edit.Record != e.edits[0].Record {
			break
		}
		e.edits = append(e.edits, edit)
	}
	return nil
}

// whole says whether every edit met its record: else the input changed meanwhile.
func (e *editor) whole() error {
	if len(e.edits) > 0 {
		return fmt.Errorf("%s is not there any more: the input was changed while it was cleaned", record.Where(e.edits[0].File, e.edits[0].Record))
	}
	return nil
}

// Touches is that of record.Editor.
func (e *editor) Touches(number int64) bool {
	if len(e.edits) > 0 && e.edits[0].Record == number {
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
	takes := e.edits[:0]
	for _, edit := range e.edits {
		switch edit.Kind {
		case record.Refuse:
			e.reject(record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID, Reason: edit.Reason})
			return record.Edited{Drop: true}, nil
		case record.Drop:
			removed := removedOf(d.ID, &edit, 0, edit.End)
			if e.field != "" {
				return e.annotate(removed)
			}
			return e.drop(removed...), nil
		case record.Needed:
			needed = true
		case record.Take:
			takes = append(takes, edit)
		}
	}
	if len(takes) == 0 {
		return record.Edited{}, nil
	}
	e.layout.Read(d)
	if err := e.take(d, takes); err != nil {
		return record.Edited{}, err
	}
	removed := e.removed(d, takes)
	if len(e.gone) == 0 {
		return record.Edited{}, nil
	}
	if e.field != "" {
		return e.annotate(removed)
	}
	for _, r := range removed {
		e.manifest(r)
	}
	if left := e.left(); left < e.minText && !needed {
		runes := analysis.NewRunes(d.Text).At(len(d.Text))
		return e.drop(record.Removed{ID: d.ID, End: runes, Reason: fmt.Sprintf("%d characters left", left)}), nil
	}
	e.ledger.Add(cutDocuments, 1)
	return record.Edited{HasText: true, Text: e.without(d)}, nil
}

func (e *editor) drop(removed ...record.Removed) record.Edited {
	e.ledger.Add(droppedDocuments, 1)
	for _, r := range removed {
		e.dropped(r)
	}
	return record.Edited{Drop: true}
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

// take finds the sentences that go: e.gone.
func (e *editor) take(d *record.Document, takes []record.Edit) error {
	all := e.layout.Sentences
	e.sentences, e.spans, e.gone = e.sentences[:0], e.spans[:0], e.gone[:0]
	for _, s := range all {
		e.sentences = append(e.sentences, removal.Span{Start: int(s.ByteStart), End: int(s.ByteEnd)})
	}
	runes := analysis.NewRunes(d.Text)
	for _, t := range takes {
		if t.Sentences == 0 {
			e.spans = append(e.spans, removal.Span{Start: runes.Bytes(t.Start), End: runes.Bytes(t.End)})
			continue
		}
		last := int(t.Sentence) + int(t.Sentences) - 1
		if last >= len(all) || all[t.Sentence].Start != t.Start || all[last].End != t.End || t.First < t.Sentence || int(t.First)+int(t.Count)-1 > last {
			return fmt.Errorf("%s (%s): the result has a passage from %d to %d in sentences %d to %d, and these do not stand there: it is of another text, or was made by another version",
				record.Where(d.File, d.Record), d.ID, t.Start, t.End, t.Sentence, last)
		}
		for i := range t.Count {
			e.gone = append(e.gone, int(t.First+i))
		}
	}
	if len(e.spans) > 0 {
		e.gone = removal.Covered(e.gone, d.Text, e.sentences, e.spans)
	}
	slices.Sort(e.gone)
	e.gone = slices.Compact(e.gone)
	return nil
}

// removed says what each take takes out, and where its copy is.
func (e *editor) removed(d *record.Document, takes []record.Edit) (removed []record.Removed) {
	all := e.layout.Sentences
	counted := map[[2]int64]bool{} // a copy may have several takes
	for i := range takes {
		t := &takes[i]
		first, end := int(t.First), int(t.First+t.Count)
		if t.Sentences == 0 {
			first, end = len(all), 0
			for _, g := range e.gone {
				if all[g].Start < t.End && t.Start < all[g].End {
					first, end = min(first, g), max(end, g+1)
				}
			}
		}
		if first >= end {
			e.ledger.Add(insideSentences, 1)
			continue
		}
		if at := [2]int64{t.Start, t.End}; !counted[at] {
			counted[at] = true
			e.ledger.Add(removedPassages, 1)
		}
		removed = append(removed, removedOf(d.ID, t, all[first].Start, all[end-1].End)...)
	}
	return removed
}

// removedOf is a line for each range in which the copy is kept.
func removedOf(id string, t *record.Edit, start, end int64) (removed []record.Removed) {
	r := record.Removed{ID: id, Start: start, End: end, KeptID: t.KeptID, Reason: t.Reason}
	if len(t.Kept) == 0 {
		return []record.Removed{r}
	}
	for _, k := range t.Kept {
		r.KeptStart, r.KeptEnd = k.Start, k.End
		removed = append(removed, r)
	}
	return removed
}

// left is how many characters the sentences have that stay.
func (e *editor) left() (n int64) {
	next := 0
	for i, s := range e.layout.Sentences {
		if next < len(e.gone) && e.gone[next] == i {
			next++
			continue
		}
		n += s.End - s.Start
	}
	return n
}

// without is the text without the sentences that go. Markup stays.
func (e *editor) without(d *record.Document) []byte {
	e.cuts = e.cuts[:0]
	if e.layout.HasMarkup() {
		e.own = e.own[:0]
		for _, g := range e.gone {
			e.own = e.layout.Own(e.own, g, 1)
		}
		for _, o := range e.own {
			e.cuts = append(e.cuts, removal.Span{Start: o.Start, End: o.End})
		}
	} else {
		e.cuts = removal.Runs(e.cuts, d.Text, e.sentences, e.gone)
	}
	runes := analysis.NewRunes(d.Text)
	for _, c := range e.cuts {
		cut := record.Cut{ID: d.ID, Start: runes.At(c.Start), End: runes.At(c.End)}
		e.ledger.Add(removedCharacters, cut.End-cut.Start)
		e.cut(cut)
	}
	return removal.Without(make([]byte, 0, len(d.Text)), d.Text, e.cuts)
}

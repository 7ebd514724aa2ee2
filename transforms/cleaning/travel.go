package cleaning

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterMap[*travel]()
	engine.RegisterReduce[*look]()
	engine.RegisterReduce[*apply]()
}

// Meeting is how documents and the edits about them meet. Travel is one. A program that can
// read its documents again may have another one, which reads them where the edits are
// (EachSubject), so that no text travels.
type Meeting interface {
	// Homes returns a Home for each of documents, a PCollection<record.Document>, and
	// counts, a PCollection<KV<string,int64>>.
	Homes(s beam.Scope, p Params, documents beam.PCollection) (homes shuffle.Blocks[Home], ledger beam.PCollection)
	// Look shows the documents that have orders to a Looker. units says what is removed.
	Look(s beam.Scope, p Params, units removal.Params, orders shuffle.Blocks[Edit]) (found shuffle.Blocks[Unit],
		edits shuffle.Blocks[Edit])
	// Apply shows the documents that have edits to an Editor.
	Apply(s beam.Scope, p Params, e EditorParams, edits shuffle.Blocks[Edit]) Cleaned
}

// Cleaned is the cleaned documents, and the account of what was done.
type Cleaned struct {
	// Documents is a PCollection<record.Document>.
	Documents beam.PCollection
	// Removed and Dropped are PCollections<record.Removed>.
	Removed, Dropped beam.PCollection
	// Cuts is a PCollection<record.Cut>.
	Cuts beam.PCollection
	// Rejected is a PCollection<record.Rejected>.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
	// Fates is what became of documents that represent others: for Twins. Without it twins are not reported, as with
	// EditorParams.Annotate, which drops none.
	Fates shuffle.Blocks[Fate]
}

// Travel is the Meeting to which documents travel: once to their orders, if there are orders,
// and once to their edits. A Travel serves one graph, in which Homes comes first.
type Travel struct {
	documents shuffle.Blocks[Edit] // subjects
}

// Homes is that of Meeting. It panics if p is not valid.
func (t *Travel) Homes(
	s beam.Scope, p Params, documents beam.PCollection,
) (homes shuffle.Blocks[Home], ledger beam.PCollection) {
	parameter.Must(p.Validate())
	st := engine.Map(s, p.Shuffle, "cleaning.Homes", documents, &travel{Homing: HomesOf(p)})
	t.documents = st.Subjects.Blocks()
	return st.Homes.Blocks(), st.Ledger.Collection()
}

// Look is that of Meeting.
func (t *Travel) Look(
	s beam.Scope, p Params, units removal.Params, orders shuffle.Blocks[Edit],
) (found shuffle.Blocks[Unit], edits shuffle.Blocks[Edit]) {
	st := &look{Looking{Keep: p.Order(), Removal: units, Edits: engine.From(shuffle.Flatten(s, orders, t.documents))}}
	engine.Reduce(s, p.Shuffle, "cleaning.Look", st)
	return st.Units.Blocks(), st.Taken.Blocks()
}

// Apply is that of Meeting.
func (t *Travel) Apply(s beam.Scope, p Params, e EditorParams, edits shuffle.Blocks[Edit]) Cleaned {
	st := &apply{Editing: Editing{Params: e, Edits: engine.From(shuffle.Flatten(s, edits, t.documents))}}
	engine.Reduce(s, p.Shuffle, "cleaning.Apply", st)
	cleaned := st.Cleaned()
	cleaned.Documents = st.Documents.Collection()
	return cleaned
}

// Homing is the ports of a stage that sends the home of each document to its id, and counts documents. It is embedded.
type Homing struct {
	// Keep is Params.Order.
	Keep Keep

	Homes  engine.Out[Home]
	Ledger engine.Ledger
}

// HomesOf returns the ports of a stage. expected are outcomes that it counts beside documents and bytes.
func HomesOf(p Params, expected ...string) Homing {
	return Homing{
		Keep:   p.Order(),
		Ledger: engine.Counting(append(expected, analysis.Documents, analysis.Bytes)...),
	}
}

// Home sends the home of a document that meets its edits at a spot. The error is about the fields of the document. The
// bytes that are counted are those of both sides.
func (h *Homing) Home(d *record.Document, at Spot) error {
	home, err := homeOf(d, at, h.Keep, h.Ledger.Add)
	if err != nil {
		return err
	}
	h.Homes.Add(home.key(), home)
	h.Ledger.Add(analysis.Documents, 1)
	if d.Side == record.Source {
		h.Ledger.Add(analysis.SourceDocuments, 1)
	}
	h.Ledger.Add(analysis.Bytes, int64(len(d.Text)))
	return nil
}

// travel sends the home of each document to its id, and the document to its edits.
type travel struct {
	Homing
	Subjects engine.Out[Edit]

	encoded []byte // scratch
}

func (st *travel) Map(_ context.Context, d record.Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	at := Spot{ID: d.ID, File: d.File, Part: int64(record.Content(d.Text)&^1 | uint64(d.Side)), Record: d.Record}
	if err := st.Home(&d, at); err != nil {
		return err
	}
	st.encoded = record.AppendDocument(st.encoded[:0], &d)
	st.Subjects.Add(at.Key(), SubjectAt(at, st.encoded))
	return nil
}

// Looking is the ports of a stage that shows documents to a Looker. It is embedded.
type Looking struct {
	// Keep is Params.Order.
	Keep Keep
	// Removal says what is removed.
	Removal removal.Params

	Edits engine.In[Edit] // with their subjects
	Units engine.Out[Unit]
	Taken engine.Out[Edit]

	looker *Looker
}

// StartBundle is that of a stage.
func (l *Looking) StartBundle() { l.looker = NewLooker(l.Keep, l.Removal) }

// Look shows the next document that has edits to the Looker.
func (l *Looking) Look(d *record.Document, q *Queue) error {
	unit := func(u Unit) { l.Units.Add(u.key(), u) }
	take := func(e Edit) { l.Taken.Add(e.Key(), e) }
	if err := l.looker.Look(d, q.Edits(), unit, take); err != nil {
		return err
	}
	return q.Next()
}

// look shows documents that travelled to a Looker.
type look struct{ Looking }

func (st *look) Reduce(context.Context, uint64) error {
	return EachSubject(&st.Edits, func(subject *Edit, q *Queue) error {
		if !q.Touches(subject.Record) {
			return q.Done()
		}
		d, err := record.ReadDocument(subject.Subject)
		if err != nil {
			return err
		}
		if err := st.Look(&d, q); err != nil {
			return err
		}
		return q.Done()
	}, func(*Edit) error { return nil })
}

// Editing is the ports of a stage that shows documents to an Editor. It is embedded.
type Editing struct {
	Params EditorParams

	Edits            engine.In[Edit] // with their subjects
	Removed, Dropped engine.Elements[record.Removed]
	Cuts             engine.Elements[record.Cut]
	Rejected         engine.Elements[record.Rejected]
	Ledger           engine.Ledger
	Fates            engine.Out[Fate]

	// Editor is that of the bundle.
	Editor *Editor `json:"-"`
}

// StartBundle is that of a stage.
func (e *Editing) StartBundle() {
	e.Editor = NewEditor(e.Params, Account{
		Removed: e.Removed.Emit, Dropped: e.Dropped.Emit, Cut: e.Cuts.Emit, Rejected: e.Rejected.Emit,
		Ledger:     &e.Ledger,
		Represents: func(f Fate) { e.Fates.Add(f.key(), f) },
	})
}

// Cleaned returns what the stage has sent, without documents.
func (e *Editing) Cleaned() Cleaned {
	return Cleaned{
		Removed: e.Removed.Collection(), Dropped: e.Dropped.Collection(), Cuts: e.Cuts.Collection(),
		Rejected: e.Rejected.Collection(),
		Ledger:   e.Ledger.Collection(), Fates: e.Fates.Blocks(),
	}
}

// apply edits documents that travelled.
type apply struct {
	Editing
	Documents engine.Elements[record.Document]
}

func (st *apply) Reduce(context.Context, uint64) error {
	return EachSubject(&st.Edits, st.subject, st.again)
}

// subject edits a document.
func (st *apply) subject(subject *Edit, q *Queue) error {
	d, err := record.ReadDocument(subject.Subject)
	if err != nil {
		return err
	}
	if d.Side == record.Source {
		if q.Touches(d.Record) {
			st.Editor.Keep(&d, q.Edits())
			return q.Next()
		}
		return q.Done()
	}
	d.Text = slices.Clone(d.Text) // it is a view of the block
	if !q.Touches(d.Record) {
		st.Ledger.Add(WrittenDocuments, 1)
		st.Documents.Emit(d)
		return q.Done()
	}
	edited, err := st.Editor.Edit(&d, q.Edits())
	if err != nil {
		return err
	}
	if edited.Changed {
		d.Text = edited.Text
	}
	if !edited.Drop {
		st.Documents.Emit(d)
	}
	if err := q.Next(); err != nil {
		return err
	}
	return q.Done()
}

// again rejects a document that cannot be told from another one.
func (st *apply) again(subject *Edit) error {
	d, err := record.ReadDocument(subject.Subject)
	if err != nil {
		return err
	}
	same := &Home{ID: d.ID, Spot: subject.Spot}
	st.Rejected.Emit(record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID,
		Reason: duplicate(same, same)})
	return nil
}

package cleaning

import (
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning/removal"
)

func init() {
	dofn.Direct(func(fn *travelFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(record.Document), a[1].(func(int, []byte)), a[2].(func(int, []byte)), nil)}
	})
	dofn.Plain(&lookFn{})
	dofn.Plain(&applyFn{})
	register.Emitter1[record.Document]()
	register.Emitter1[record.Removed]()
	register.Emitter1[record.Cut]()
	register.Emitter1[record.Rejected]()
}

// Meeting is how documents and the edits about them meet. Travel is one. A program that can
// read its documents again may have another one, which reads them where the edits are
// (EachSubject), so that no text travels.
type Meeting interface {
	// Homes returns a Home for each of documents, a PCollection<record.Document>, and
	// counts, a PCollection<KV<string,int64>>.
	Homes(s beam.Scope, p Params, documents beam.PCollection) (homes shuffle.Blocks[Home], ledger beam.PCollection)
	// Look shows the documents that have orders to a Looker. units says what is removed.
	Look(s beam.Scope, p Params, units removal.Params, orders shuffle.Blocks[Edit]) (found shuffle.Blocks[Unit], edits shuffle.Blocks[Edit])
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
func (t *Travel) Homes(s beam.Scope, p Params, documents beam.PCollection) (homes shuffle.Blocks[Home], ledger beam.PCollection) {
	s = s.Scope("cleaning.Homes")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	sent, travelling, ledger := beam.ParDo3(s, &travelFn{Params: p}, documents)
	t.documents = shuffle.BlocksOf[Edit](p.Shuffle, travelling)
	return shuffle.BlocksOf[Home](p.Shuffle, sent), ledger
}

// Look is that of Meeting.
func (t *Travel) Look(s beam.Scope, p Params, units removal.Params, orders shuffle.Blocks[Edit]) (found shuffle.Blocks[Unit], edits shuffle.Blocks[Edit]) {
	s = s.Scope("cleaning.Look")
	sent, taken := beam.ParDo2(s, &lookFn{deciding: deciding[Unit]{Params: p}, Units: units}, shuffle.Group(s, p.Shuffle, orders, t.documents))
	return shuffle.BlocksOf[Unit](p.Shuffle, sent), shuffle.BlocksOf[Edit](p.Shuffle, taken)
}

// Apply is that of Meeting.
func (t *Travel) Apply(s beam.Scope, p Params, e EditorParams, edits shuffle.Blocks[Edit]) Cleaned {
	s = s.Scope("cleaning.Apply")
	documents, removed, dropped, cuts, rejected, ledger, fates := beam.ParDo7(s, &applyFn{Shuffle: p.Shuffle, Editor: e}, shuffle.Group(s, p.Shuffle, edits, t.documents))
	return Cleaned{documents, removed, dropped, cuts, rejected, ledger, shuffle.BlocksOf[Fate](p.Shuffle, fates)}
}

// CountDocument adds a document to counts. The bytes are those of both sides.
func CountDocument(counts shuffle.Ledger, d *record.Document) {
	counts.Add(analysis.Documents, 1)
	if d.Side == record.Source {
		counts.Add(analysis.SourceDocuments, 1)
	}
	counts.Add(analysis.Bytes, int64(len(d.Text)))
}

// travelFn sends the home of each document to its id, and the document to its edits.
type travelFn struct {
	Params Params

	homes    *Sender[Home]
	subjects *Sender[Edit]
	ledger   shuffle.Ledger
	encoded  []byte // scratch, never emitted
}

func (fn *travelFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.homes, fn.subjects = NewSender[Home](fn.Params.Shuffle), NewSender[Edit](fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{analysis.Documents: 0, analysis.Bytes: 0}
}

func (fn *travelFn) ProcessElement(d record.Document, homes, subjects func(int, []byte), _ func(string, int64)) error {
	if err := d.Validate(); err != nil {
		return err
	}
	h, err := HomeOf(&d, Spot{ID: d.ID, File: d.File, Record: d.Record}, fn.Params.Order(), fn.ledger)
	if err != nil {
		return err
	}
	h.Part = int64(h.Content&^1 | uint64(d.Side))
	fn.homes.Send(h, homes)
	fn.encoded = record.AppendDocument(fn.encoded[:0], &d)
	fn.subjects.Send(SubjectAt(h.Spot, fn.encoded), subjects)
	CountDocument(fn.ledger, &d)
	return nil
}

func (fn *travelFn) FinishBundle(homes, subjects func(int, []byte), ledger func(string, int64)) {
	fn.homes.Flush(homes)
	fn.subjects.Flush(subjects)
	fn.ledger.Flush(ledger)
}

type lookFn struct {
	deciding[Unit]
	Units removal.Params
}

func (fn *lookFn) ProcessElement(_ int, blocks func(*[]byte) bool, units, edits func(int, []byte)) error {
	looker := NewLooker(fn.Params.Order(), fn.Units)
	unit := func(u Unit) { fn.out.Send(u, units) }
	take := func(e Edit) { fn.edits.Send(e, edits) }
	return EachSubject(fn.Params.Shuffle, blocks, func(subject *Edit, q *Queue) error {
		if !q.Touches(subject.Record) {
			return q.Done()
		}
		d, err := record.ReadDocument(subject.Subject)
		if err != nil {
			return err
		}
		if err := looker.Look(&d, q.Edits(), unit, take); err != nil {
			return err
		}
		if err := q.Next(); err != nil {
			return err
		}
		return q.Done()
	}, func(*Edit) error { return nil })
}

type applyFn struct {
	Shuffle shuffle.Params
	Editor  EditorParams

	fates  *Sender[Fate]
	ledger shuffle.Ledger
}

func (fn *applyFn) StartBundle(_ func(record.Document), _, _ func(record.Removed), _ func(record.Cut), _ func(record.Rejected), _ func(string, int64), _ func(int, []byte)) {
	fn.fates, fn.ledger = NewSender[Fate](fn.Shuffle), shuffle.Ledger{}
}

func (fn *applyFn) ProcessElement(_ int, blocks func(*[]byte) bool, documents func(record.Document), removed, dropped func(record.Removed), cut func(record.Cut), reject func(record.Rejected), _ func(string, int64), fates func(int, []byte)) error {
	editor := NewEditor(fn.Editor, Account{
		Removed: removed, Dropped: dropped, Cut: cut, Rejected: reject, Ledger: fn.ledger,
		Represents: func(f Fate) { fn.fates.Send(f, fates) },
	})
	return EachSubject(fn.Shuffle, blocks, func(subject *Edit, q *Queue) error {
		d, err := record.ReadDocument(subject.Subject)
		if err != nil {
			return err
		}
		if d.Side == record.Source {
			if q.Touches(d.Record) {
				editor.Keep(&d, q.Edits())
				return q.Next()
			}
			return q.Done()
		}
		d.Text = slices.Clone(d.Text) // it is a view of the block
		if !q.Touches(d.Record) {
			fn.ledger.Add(WrittenDocuments, 1)
			documents(d)
			return q.Done()
		}
		edited, err := editor.Edit(&d, q.Edits())
		if err != nil {
			return err
		}
		if edited.Changed {
			d.Text = edited.Text
		}
		if !edited.Drop {
			documents(d)
		}
		if err := q.Next(); err != nil {
			return err
		}
		return q.Done()
	}, func(subject *Edit) error {
		d, err := record.ReadDocument(subject.Subject)
		if err != nil {
			return err
		}
		same := &Home{ID: d.ID, Spot: subject.Spot}
		reject(record.Rejected{File: record.UTF8(d.File), Record: d.Record, ID: d.ID, Reason: duplicate(same, same)})
		return nil
	})
}

func (fn *applyFn) FinishBundle(_ func(record.Document), _, _ func(record.Removed), _ func(record.Cut), _ func(record.Rejected), ledger func(string, int64), fates func(int, []byte)) {
	fn.fates.Flush(fates)
	fn.ledger.Flush(ledger)
}

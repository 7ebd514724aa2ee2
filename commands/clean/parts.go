package clean

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
)

func init() {
	dofn.Direct(func(fn *homesFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(record.Document), a[1].(func(int, []byte)), nil)}
	})
	dofn.Plain(&partsFn{})
	engine.RegisterReduce[*look]()
}

// parts is how documents and edits meet in this command: the parts of the files come to the
// edits, and are read again there. Texts do not travel. What does is one small record for
// each document, and for each unit of words that is looked at. The files are written in the
// parts that they are read in, so that many workers write one file.
type parts struct {
	graph job.Graph
	check *checkFn
	// skipped is the ledger of the reader.
	skipped beam.PCollection
	// subjects are the parts of the files.
	subjects shuffle.Blocks[cleaning.Edit]
	// field is the name of the field that is added to records; "" changes their text.
	field string
}

// Homes is that of cleaning.Meeting. It checks that the result is of these documents.
func (m *parts) Homes(s beam.Scope, p cleaning.Params, documents beam.PCollection) (homes shuffle.Blocks[cleaning.Home], ledger beam.PCollection) {
	sent, counted := beam.ParDo2(s, &homesFn{Parting: rewrite.PartingOf(m.graph.Plan), Keep: p.Order(), Shuffle: p.Shuffle}, documents)
	beam.ParDo0(s, m.check, beam.GroupByKey(s, beam.Flatten(s, counted, m.skipped)))
	return shuffle.BlocksOf[cleaning.Home](p.Shuffle, sent), counted
}

// Look is that of cleaning.Meeting.
func (m *parts) Look(s beam.Scope, p cleaning.Params, units removal.Params, orders shuffle.Blocks[cleaning.Edit]) (shuffle.Blocks[cleaning.Unit], shuffle.Blocks[cleaning.Edit]) {
	st := &look{cleaning.Looking{Keep: p.Order(), Removal: units, Edits: engine.From(shuffle.Flatten(s, orders, m.subjects))}}
	engine.Reduce(s, p.Shuffle, "cleaning.Look", st)
	return st.Units.Blocks(), st.Taken.Blocks()
}

// Apply is that of cleaning.Meeting. The documents go into files.
func (m *parts) Apply(s beam.Scope, p cleaning.Params, e cleaning.EditorParams, edits shuffle.Blocks[cleaning.Edit]) cleaning.Cleaned {
	e.Annotate = m.field != ""
	st := &write{Dir: m.graph.Dir, Field: m.field, Editing: cleaning.Editing{Params: e, Edits: engine.From(shuffle.Flatten(s, edits, m.subjects))}}
	engine.Reduce(s, p.Shuffle, "clean.Write", st)
	engine.Join(s, "clean.Assemble", &assemble{Dir: m.graph.Dir}, st.Pieces.Sent())
	cleaned := st.Cleaned()
	if e.Annotate {
		cleaned.Fates = shuffle.Blocks[cleaning.Fate]{}
	}
	return cleaned
}

// partsOf returns the parts of the files; none if there are no files.
func partsOf(s beam.Scope, g job.Graph) (blocks shuffle.Blocks[cleaning.Edit]) {
	var all [][]byte
	for _, part := range rewrite.PartsOf(g.Plan) {
		all = append(all, part.Encode())
	}
	if len(all) == 0 {
		return blocks
	}
	return shuffle.BlocksOf[cleaning.Edit](g.Shuffle, beam.ParDo(s, &partsFn{Shuffle: g.Shuffle}, beam.CreateList(s, all)))
}

// unnamed counts documents whose id is their line.
const unnamed = "documents_without_id"

// homesFn sends the home of each document, and counts documents.
type homesFn struct {
	Parting rewrite.Parting
	// Keep is cleaning.Params.Order.
	Keep    cleaning.Keep
	Shuffle shuffle.Params

	homes  *cleaning.Sender[cleaning.Home]
	ledger shuffle.Ledger
}

func (fn *homesFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.homes = cleaning.NewSender[cleaning.Home](fn.Shuffle)
	fn.ledger = shuffle.Ledger{analysis.Documents: 0, analysis.Bytes: 0, unnamed: 0}
}

func (fn *homesFn) ProcessElement(d record.Document, emit func(int, []byte), _ func(string, int64)) error {
	at := cleaning.Spot{File: d.File, Part: fn.Parting.Of(d.File, d.Offset), Record: d.Record}
	home, err := cleaning.HomeOf(&d, at, fn.Keep, fn.ledger)
	if err != nil {
		return err
	}
	fn.homes.Send(home, emit)
	cleaning.CountDocument(fn.ledger, &d)
	name := filepath.Base(record.UTF8(d.File))
	if d.File == docio.Stdin {
		name = "stdin"
	}
	if d.Side == record.Input && strings.HasSuffix(d.ID, ":"+strconv.FormatInt(d.Record+1, 10)) && strings.Contains(d.ID, name) {
		fn.ledger.Add(unnamed, 1)
	}
	return nil
}

func (fn *homesFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.homes.Flush(emit)
	fn.ledger.Flush(ledger)
}

// partsFn sends parts of files to their edits.
type partsFn struct {
	Shuffle shuffle.Params

	parts *cleaning.Sender[cleaning.Edit]
}

func (fn *partsFn) StartBundle(_ func(int, []byte)) {
	fn.parts = cleaning.NewSender[cleaning.Edit](fn.Shuffle)
}

func (fn *partsFn) ProcessElement(element []byte, emit func(int, []byte)) error {
	part, err := rewrite.DecodePart(element)
	if err != nil {
		return err
	}
	at := cleaning.Spot{File: part.File, Part: part.Start, Record: -1}
	fn.parts.Send(cleaning.SubjectAt(at, element), emit)
	return nil
}

func (fn *partsFn) FinishBundle(emit func(int, []byte)) { fn.parts.Flush(emit) }

// look reads the documents that have orders again, and shows them to a Looker.
type look struct{ cleaning.Looking }

func (st *look) Reduce(ctx context.Context, _ uint64) error {
	return cleaning.EachSubject(&st.Edits, func(subject *cleaning.Edit, q *cleaning.Queue) error {
		if len(q.Edits()) == 0 {
			return nil
		}
		part, err := rewrite.DecodePart(subject.Subject)
		if err != nil {
			return err
		}
		if err := part.Visit(ctx, q.Touches, func(d record.Document) error { return st.Look(&d, q) }); err != nil {
			return err
		}
		return q.Done()
	}, nil)
}

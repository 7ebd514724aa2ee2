package clean

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/rewrite"
	"example.org/diagonal/transforms/cleaning"
	"example.org/diagonal/transforms/cleaning/removal"
)

func init() {
	engine.RegisterMap[*homes]()
	engine.RegisterMap[*subjects]()
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
func (m *parts) Homes(
	s beam.Scope, p cleaning.Params, documents beam.PCollection,
) (shuffle.Blocks[cleaning.Home], beam.PCollection) {
	st := engine.Map(s, p.Shuffle, "cleaning.Homes", documents,
		&homes{Homing: cleaning.HomesOf(p, unnamed), Parting: rewrite.PartingOf(m.graph.Plan)})
	counted := st.Ledger.Collection()
	beam.ParDo0(s, m.check, beam.GroupByKey(s, beam.Flatten(s, counted, m.skipped)))
	return st.Homes.Blocks(), counted
}

// Look is that of cleaning.Meeting.
func (m *parts) Look(
	s beam.Scope, p cleaning.Params, units removal.Params, orders shuffle.Blocks[cleaning.Edit],
) (shuffle.Blocks[cleaning.Unit], shuffle.Blocks[cleaning.Edit]) {
	st := &look{cleaning.Looking{Keep: p.Order(), Removal: units,
		Edits: engine.From(shuffle.Flatten(s, orders, m.subjects))}, m.graph.Plan.Params()}
	engine.Reduce(s, p.Shuffle, "cleaning.Look", st)
	return st.Units.Blocks(), st.Taken.Blocks()
}

// Apply is that of cleaning.Meeting. The documents go into files.
func (m *parts) Apply(
	s beam.Scope, p cleaning.Params, e cleaning.EditorParams, edits shuffle.Blocks[cleaning.Edit],
) cleaning.Cleaned {
	e.Annotate = m.field != ""
	st := &write{
		Dir: m.graph.Dir, Field: m.field, Docs: m.graph.Plan.Params(),
		Editing: cleaning.Editing{Params: e, Edits: engine.From(shuffle.Flatten(s, edits, m.subjects))},
	}
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
	return engine.Map(s, g.Shuffle, "clean.Parts", beam.CreateList(s, all), &subjects{}).Subjects.Blocks()
}

// unnamed counts documents whose id is their line.
const unnamed = "documents_without_id"

// homes sends the home of each document, and counts documents.
type homes struct {
	cleaning.Homing
	Parting rewrite.Parting
}

func (st *homes) Map(_ context.Context, d record.Document) error {
	at := cleaning.Spot{File: d.File, Part: st.Parting.Of(d.File, d.Offset), Record: d.Record}
	if err := st.Home(&d, at); err != nil {
		return err
	}
	name := filepath.Base(record.UTF8(d.File))
	if d.File == docio.Stdin {
		name = "stdin"
	}
	if d.Side == record.Input && strings.HasSuffix(d.ID, ":"+strconv.FormatInt(d.Record+1, 10)) &&
		strings.Contains(d.ID, name) {
		st.Ledger.Add(unnamed, 1)
	}
	return nil
}

// subjects sends parts of files to their edits.
type subjects struct {
	Subjects engine.Out[cleaning.Edit]
}

func (st *subjects) Map(_ context.Context, element []byte) error {
	part, err := rewrite.DecodePart(element, docio.Params{}) // which only readers need
	if err != nil {
		return err
	}
	at := cleaning.Spot{File: part.Range.Path, Part: part.Start, Record: -1}
	st.Subjects.Add(at.Key(), cleaning.SubjectAt(at, element))
	return nil
}

// look reads the documents that have orders again, and shows them to a Looker.
type look struct {
	cleaning.Looking
	// Docs are the parameters of the plan.
	Docs docio.Params
}

func (st *look) Reduce(ctx context.Context, _ uint64) error {
	return cleaning.EachSubject(&st.Edits, func(subject *cleaning.Edit, q *cleaning.Queue) error {
		if len(q.Edits()) == 0 {
			return nil
		}
		part, err := rewrite.DecodePart(subject.Subject, st.Docs)
		if err != nil {
			return err
		}
		if err := part.Visit(ctx, q.Touches, func(d record.Document) error { return st.Look(&d, q) }); err != nil {
			return err
		}
		return q.Done()
	}, nil)
}

package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/visible"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/signature"
)

// gathered is what the collection says of the pair.
type gathered struct {
	params Params
	plan   *docio.Plan
	notes  io.Writer
	// a and b are the documents; they may be one.
	a, b record.Document
	// of is the collection, without a trace. counts has the documents of each signature of a and b.
	of     partial.Collection
	counts map[uint64]int64
	// refused is rejected records by the id that they have; "" is those whose ids are not known. named is
	// the number of records with an id.
	refused map[string]refusal
	named   map[named]int64
}

// gather reads the collection: once for the documents and the table of words, and once for the
// documents of each signature.
func gather(ctx context.Context, p Params, w io.Writer) (*gathered, error) {
	plan, err := docio.NewPlan(ctx, p.Partial.Job.Docs)
	if err != nil {
		if errors.As(err, new(*docio.UsageError)) {
			err = line.Usage(err)
		}
		return nil, err
	}
	x := &gathered{params: p, plan: plan, notes: w}
	var documents func() []record.Document
	var sizes func() []int64
	var names func() []named
	var refused func() []refusal
	var tables collectionTables
	if err := x.here(ctx, func(s beam.Scope, sh shuffle.Params) {
		read, rejected, _, _ := docio.Read(s, plan)
		ids := []string{p.A, p.B}
		own, same, size := beam.ParDo3(s, &pickFn{IDs: ids}, read)
		documents, names, sizes = job.Keep[record.Document](s, own), job.Keep[named](s, same), job.Keep[int64](s, size)
		refused = job.Keep[refusal](s, beam.ParDo(s, &refusedFn{IDs: ids}, rejected))
		tables = tablesOf(s, x.find(sh), read)
	}); err != nil {
		return nil, err
	}
	for _, n := range sizes() {
		x.of.Documents += n
	}
	x.refused, x.named = joined(refused()), map[named]int64{}
	for _, n := range names() {
		x.named[named{Side: n.Side, ID: n.ID}] += n.N
	}
	tables.tell(&x.of)
	if err := x.choose(ctx, documents()); err != nil {
		return nil, err
	}
	x.counts, err = x.countAll(ctx)
	return x, err
}

// collectionTables are the tables of a collection that Find needs.
type collectionTables struct{ words, function func() [][]byte }

func tablesOf(s beam.Scope, find partial.Params, documents beam.PCollection) (t collectionTables) {
	if words, ok := partial.Words(s, find, documents); ok {
		t.words = job.Keep[[]byte](s, words)
	}
	if words, ok := partial.FunctionWords(s, find, documents); ok {
		t.function = job.Keep[[]byte](s, words)
	}
	return t
}

// tell gives the tables to a description of the collection.
func (t collectionTables) tell(of *partial.Collection) {
	of.Words, of.Function = nil, nil
	if t.words != nil {
		of.Words = slices.Concat(t.words()...)
	}
	if t.function != nil {
		of.Function = slices.Concat(t.function()...)
	}
}

// countAll counts the documents of the collection that have each signature of the pair. The result is
// nil if there is none.
func (x *gathered) countAll(ctx context.Context) (map[uint64]int64, error) {
	own, err := x.countIn(ctx, nil, func(s beam.Scope) beam.PCollection { return beam.CreateList(s, x.documents()) })
	if err != nil || len(own) == 0 {
		return nil, err
	}
	return x.countIn(ctx, signature.OwnOf(own), func(s beam.Scope) beam.PCollection {
		read, _, _, _ := docio.Read(s, x.plan)
		return read
	})
}

// here runs a graph over the collection.
func (x *gathered) here(ctx context.Context, build func(s beam.Scope, sh shuffle.Params)) error {
	j := x.params.Partial.Job
	return job.Here(ctx, x.plan, j.Memory, j.Quiet, x.notes, build)
}

// find returns the parameters of the search.
func (x *gathered) find(sh shuffle.Params) partial.Params {
	find := x.params.Partial.Find
	find.Shuffle = sh
	return find
}

// countIn counts the documents that have each signature of own, or any if own is empty.
func (x *gathered) countIn(
	ctx context.Context, own []byte, documents func(beam.Scope) beam.PCollection,
) (map[uint64]int64, error) {
	var counts func() [][]byte
	if err := x.here(ctx, func(s beam.Scope, sh shuffle.Params) {
		counts = job.Keep[[]byte](s, partial.Signatures(s, x.find(sh), x.of.Words, own, documents(s)))
	}); err != nil {
		return nil, err
	}
	sum := map[uint64]int64{}
	for _, b := range counts() {
		if err := signature.ReadCounts(sum, b); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// documents returns the documents of the pair.
func (x *gathered) documents() []record.Document {
	if x.one() {
		return []record.Document{x.a}
	}
	return []record.Document{x.a, x.b}
}

// one reports whether the pair is one document.
func (x *gathered) one() bool { return partial.Key(&x.a) == partial.Key(&x.b) }

// choose sets a and b, of the documents that have their ids.
func (x *gathered) choose(ctx context.Context, all []record.Document) error {
	sideOfB := record.Input
	if x.params.Partial.Find.Directed {
		sideOfB = record.Source
	}
	for _, want := range []struct {
		id   string
		side record.Side
		to   *record.Document
	}{{x.params.A, record.Input, &x.a}, {x.params.B, sideOfB, &x.b}} {
		d, dates := kept(all, want.id, want.side)
		if d == nil && len(dates) == 0 && want.side == record.Source && x.params.Partial.Find.AlsoInput {
			d, dates = kept(all, want.id, record.Input)
		}
		switch {
		case len(dates) > 1:
			return line.Usage(fmt.Errorf("%s is a page with captures of several dates: name one of them, as in %q",
				want.id, record.Dated(want.id, dates[0])))
		case d == nil && x.refused[want.id].N > 0:
			r := x.refused[want.id].Record
			return fmt.Errorf("the record with the id %s was rejected, so nothing is compared with it: %s (%s)",
				line.Short(want.id, 200), r.Reason, visible.Text(record.Where(r.File, r.Record)))
		case d == nil:
			near, err := x.nearest(ctx, want.id, want.side)
			if err != nil {
				return err
			}
			return line.Usage(errors.New(noDocument(want.id, want.side, x.params.Partial.Find.Directed, near) +
				x.unknown()))
		}
		*want.to = *d
	}
	return nil
}

// unknown says how many records were rejected whose ids are not known.
func (x *gathered) unknown() string {
	r := x.refused[""]
	if r.N == 0 {
		return ""
	}
	where := visible.Text(record.Where(r.Record.File, r.Record.Record))
	if r.N == 1 {
		return fmt.Sprintf("; 1 record whose id is not known was rejected (%s: %s)", where, r.Record.Reason)
	}
	return fmt.Sprintf("; %s whose ids are not known were rejected, such as %s: %s", line.Many(r.N, "record"), where,
		r.Record.Reason)
}

// noDocument returns the line about an id that no document has.
func noDocument(id string, side record.Side, directed bool, near []string) string {
	where := "in the input"
	if side == record.Source {
		where = "in the source"
	} else if directed {
		where += " (with --source, the first id is a document of the input and the second one of the source)"
	}
	text := fmt.Sprintf("no document %s has the id %s", where, line.Short(id, 200))
	if len(near) > 0 {
		text += "; the nearest ids are " + strings.Join(near, ", ")
	}
	return text
}

// kept returns the document of a side with an id that partial keeps, or nil. If the id is that of
// captures of several dates, it returns the dates.
func kept(all []record.Document, id string, side record.Side) (d *record.Document, dates []string) {
	for i := range all {
		c := all[i]
		switch {
		case c.Side != side:
			continue
		case c.Date != "" && record.Dated(c.ID, c.Date) == id:
			c.ID, c.Date = id, "" // partial gives it this id if there are others
		case c.ID != id:
			continue
		case c.Date != "" && !slices.Contains(dates, c.Date):
			dates = append(dates, c.Date)
		}
		if d == nil || claim(&c).Less(claim(d)) {
			d = &c
		}
	}
	slices.SortFunc(dates, cmp.Compare)
	return d, dates
}

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
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/signature"
)

func init() {
	dofn.Direct(func(fn *pickFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Document), a[1].(func(record.Document)), a[2].(func(int64)))
		return nil
	})
	register.Emitter1[int64]()
}

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
	var tables func() [][]byte
	if err := x.here(ctx, func(s beam.Scope, sh shuffle.Params) {
		read, _, _ := docio.Read(s, plan)
		own, size := beam.ParDo2(s, &pickFn{IDs: []string{p.A, p.B}}, read)
		documents, sizes = job.Keep[record.Document](s, own), job.Keep[int64](s, size)
		if words, ok := partial.Words(s, x.find(sh), read); ok {
			tables = job.Keep[[]byte](s, words)
		}
	}); err != nil {
		return nil, err
	}
	for _, n := range sizes() {
		x.of.Documents += n
	}
	if tables != nil {
		x.of.Words = slices.Concat(tables()...)
	}
	if err := x.choose(ctx, documents()); err != nil {
		return nil, err
	}
	own, err := x.countIn(ctx, nil, func(s beam.Scope) beam.PCollection { return beam.CreateList(s, x.documents()) })
	if err != nil {
		return nil, err
	}
	if len(own) == 0 { // no words
		return x, nil
	}
	x.counts, err = x.countIn(ctx, signature.OwnOf(own), func(s beam.Scope) beam.PCollection {
		read, _, _ := docio.Read(s, plan)
		return read
	})
	return x, err
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
func (x *gathered) countIn(ctx context.Context, own []byte, documents func(beam.Scope) beam.PCollection) (map[uint64]int64, error) {
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
			return line.Usage(fmt.Errorf("%s is a page with captures of several dates: name one of them, as in %q", want.id, record.Dated(want.id, dates[0])))
		case d == nil:
			near, err := x.nearest(ctx, want.id, want.side)
			if err != nil {
				return err
			}
			return line.Usage(errors.New(noDocument(want.id, want.side, x.params.Partial.Find.Directed, near)))
		}
		*want.to = *d
	}
	return nil
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
	claim := func(d *record.Document) catalogue.Claim {
		return catalogue.Claim{Content: record.Content(d.Text), File: d.File, Record: d.Record}
	}
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

// pickFn emits the documents with given ids, and the number of all documents.
type pickFn struct {
	IDs []string

	n int64
}

func (fn *pickFn) StartBundle(_ func(record.Document), _ func(int64)) { fn.n = 0 }

func (fn *pickFn) ProcessElement(d record.Document, emit func(record.Document), _ func(int64)) {
	fn.n++
	if slices.Contains(fn.IDs, d.ID) || d.Date != "" && slices.Contains(fn.IDs, record.Dated(d.ID, d.Date)) {
		emit(d)
	}
}

func (fn *pickFn) FinishBundle(_ func(record.Document), size func(int64)) { size(fn.n) }

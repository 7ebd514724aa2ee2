// Package docio reads the documents of a pipeline: files of any known format, on
// any store, compressed or not, as one PCollection<record.Document>.
//
// NewPlan, on the machine that starts the job, lists the files and cuts large ones into
// ranges; Read builds their reader. The runner spreads the ranges over its workers.
//
// The documents and all their fields depend on the files and on the arguments that name them,
// not on the ranges. A file or record that cannot be read is rejected with a reason, and the
// rest goes on. The order of the documents is not defined.
package docio

import (
	"context"
	"maps"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Plain(&readFn{})
	register.Emitter1[record.Document]()
	register.Emitter1[record.Rejected]()
	register.Emitter1[record.Converted]()
	register.Emitter2[string, int64]()
}

// Read reads the documents of a plan. It returns a PCollection<record.Document>; a
// PCollection<record.Rejected>, with what the plan has rejected; a PCollection<record.Converted>, the files that are
// not in UTF-8; and a PCollection<KV<string,int64>>, the numbers of records that were left out by rule, and of
// characters that could not be decoded.
func Read(s beam.Scope, plan *Plan) (documents, rejected, converted, ledger beam.PCollection) {
	s = s.Scope("docio.Read")
	elements := plan.elements(maxElements)
	ranges := beam.CreateList(s, elements)
	if len(elements) > 1 {
		ranges = beam.Reshuffle(s, ranges) // or a runner would read all of them in one task
	}
	return beam.ParDo4(s, &readFn{Params: plan.params, Budget: plan.budget}, ranges)
}

// readFn reads the ranges of one element, which is an encoded batch.
type readFn struct {
	Params Params // exported, because Beam sends a DoFn to the workers as JSON
	Budget int64  // its number in this process
}

func (fn *readFn) ProcessElement(
	ctx context.Context, element []byte, emit func(record.Document), reject func(record.Rejected),
	converted func(record.Converted), count func(string, int64),
) error {
	b, err := decodeBatch(element)
	if err != nil {
		return err
	}
	refuse := func(r record.Rejected) {
		r.File = record.UTF8(r.File)
		Progress.Rejected.Add(1)
		recordsRejected.Inc(ctx, 1)
		reject(r)
	}
	for _, r := range b.Rejected {
		refuse(r)
	}
	skipped := map[string]int64{}
	documents, stored := int64(0), int64(0) // a counter of Beam takes as long as a call of the system
	counted := func(d record.Document) {
		documents++
		emit(d)
	}
	for _, r := range b.Ranges {
		if err := fn.readRange(ctx, b.Dir, r, counted, refuse, converted, skipped); err != nil {
			return err
		}
		stored += r.Bytes
	}
	documentsRead.Inc(ctx, documents)
	bytesRead.Inc(ctx, stored)
	for _, name := range slices.Sorted(maps.Keys(skipped)) {
		count(name, skipped[name])
	}
	return nil
}

func (fn *readFn) readRange(
	ctx context.Context, dir string, r Range, emit func(record.Document), reject func(record.Rejected),
	converted func(record.Converted), skipped map[string]int64,
) error {
	in := NewInput(fn.Params, dir, r)
	in.budget = budgetOf(fn.Budget)
	in.converted = converted
	in.skipped = func(name string, n int64) { skipped[name] += n }
	err := in.Read(ctx, func(d record.Document) error {
		Progress.Documents.Add(1)
		emit(d)
		return ctx.Err()
	}, reject)
	if err != nil {
		return err
	}
	if lost := in.lost.Load(); lost != nil { // what was rejected may well be there
		return *lost
	}
	in.Done()
	if r.End < 0 {
		Progress.Files.Add(1)
	}
	return nil
}

// Each reads all documents of a plan without a pipeline, in the order of the files. The
// error is the context's or that of emit.
func (p *Plan) Each(ctx context.Context, emit func(record.Document) error, reject func(record.Rejected)) error {
	refuse := func(r record.Rejected) {
		r.File = record.UTF8(r.File)
		reject(r)
	}
	for _, r := range p.Rejected {
		refuse(r)
	}
	for _, r := range p.ranges {
		in := &Input{Range: r, params: p.params, path: p.params.place("", r.Path), budget: budgetOf(p.budget)}
		if err := in.Read(ctx, emit, refuse); err != nil {
			return err
		}
	}
	return nil
}

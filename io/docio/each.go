package docio

import (
	"context"

	"example.org/diagonal/io/record"
)

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

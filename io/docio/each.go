package docio

import (
	"context"

	"diagonal/io/record"
)

// Each reads all documents of a plan without a pipeline, in the order of the files if
// the plan has one branch. The error is the context's or that of emit.
func (p *Plan) Each(ctx context.Context, emit func(record.Document) error, reject func(record.Rejected)) error {
	for _, r := range p.Rejected {
		reject(r)
	}
	for _, ranges := range p.branches {
		for _, r := range ranges {
			in := &input{Range: r, params: p.params, path: r.Path, budget: budgetOf(p.budget)}
			if err := in.read(ctx, emit, reject); err != nil {
				return err
			}
		}
	}
	return nil
}

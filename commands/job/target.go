package job

import (
	"context"
	"io"

	"example.org/diagonal/runners/dataflow"
	"example.org/diagonal/runners/jobservice"
	"example.org/diagonal/runners/target"
)

// openTarget opens what a runner submits jobs to; nil for a runner in this process. Files of
// the submission go to the folder temp, notes to w.
func openTarget(ctx context.Context, command, runner, temp string, p Params, w io.Writer) (target.Target, error) {
	switch {
	case runner == onDataflow:
		if p.Quiet {
			w = nil
		}
		return dataflow.Open(ctx, command, dataflow.Files{Input: p.Docs.Input, Source: p.Docs.Source, Output: p.Output},
			w)
	case needsEndpoint(runner):
		return jobservice.Open(ctx, command, runner, temp)
	}
	return nil, nil
}

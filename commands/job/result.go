package job

import (
	"context"
	"fmt"

	"example.org/diagonal/io/result"
)

// ReadResult reads summary.json and run.json of a run that has ended. The error names the
// folder.
func ReadResult(dir string) (*Result, error) {
	ctx := context.Background()
	folder, err := result.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &Result{Dir: dir}
	if r.Summary, err = folder.Summary(ctx); err == nil {
		err = folder.Run(ctx, &r.Run)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return r, nil
}

package job

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// target is what a job is submitted to, to be run by more than this process.
type target interface {
	// fits says no to an input that the target can not take.
	fits(textBytes int64, memoryPerByte float64) error
	// shards is the least number of shards.
	shards(textBytes int64, memoryPerByte float64) int
	// inProcess says whether the workers are in this process.
	inProcess() bool
	// where says where the job runs, and what is known of it.
	where() string
	// run submits the pipeline and waits for it. Where the context ends first the job
	// is cancelled. A nil error says that the target calls the job done.
	run(ctx context.Context, p *beam.Pipeline) error
	// close ends the connection, and removes what the submission has left.
	close()
}

// openTarget opens what a runner submits jobs to; nil for the embedded runner. Files of
// the submission go to the folder temp.
func openTarget(ctx context.Context, command, runner, temp string, p Params, w io.Writer) (target, error) {
	switch {
	case runner == "dataflow":
		d, err := openDataflow(ctx, command, p, w)
		if err != nil {
			return nil, err
		}
		return d, nil
	case runners[runner]:
		e, err := openEngine(ctx, command, runner, temp)
		if err != nil {
			return nil, err
		}
		return e, nil
	}
	return nil, nil
}

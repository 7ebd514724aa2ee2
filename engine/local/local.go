// Package local is the embedded Beam runner: it runs a batch pipeline in this process,
// on all cores, and opens no port.
//
// A pipeline is cut into stages where all of a collection must be there before the next
// DoFn can begin: at a GroupByKey, at a Reshuffle, and before a ParDo with a side input.
// The DoFns of a stage are fused. Each worker of a stage has its own instances of them,
// made from their encoding as on a remote runner, takes elements from the queue of the
// stage until it is empty, and is one bundle. Stages run one after the other.
//
// Beam's own local runners were measured beside it. Prism listens on all network
// interfaces, and runs whatever a stranger sends there; it copies every element several
// times, and runs one bundle a stage, on one core. Direct opens no port either, but runs on
// one core, too. See docs/security.md.
//
// Elements are passed by reference, between DoFns and through a GroupByKey: a DoFn must
// not change what it was given or has emitted. The order of elements, of keys and of the
// values of a key is not defined.
//
// The result has the metrics of the user: counters, distributions and gauges, of all bundles, by the name
// of the function.
//
// Not done: streaming, windows other than the global one, state, timers, and cross-language
// transforms. A pipeline that has them is refused.
package local

import (
	"context"
	"fmt"
	"runtime"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
)

// Name is the name of the runner, for --runner.
const Name = "local"

func init() { beam.RegisterRunner(Name, Execute) }

// workersKey is the key of WithWorkers.
type workersKey struct{}

// WithWorkers sets how many workers a run has at most; there is always one. Without it there is one for
// each core that Go uses.
func WithWorkers(ctx context.Context, workers int) context.Context {
	return context.WithValue(ctx, workersKey{}, workers)
}

// Execute runs a pipeline.
func Execute(ctx context.Context, p *beam.Pipeline) (beam.PipelineResult, error) {
	edges, _, err := p.Build()
	if err != nil {
		return nil, fmt.Errorf("the pipeline is not valid: %w", err)
	}
	beam.PipelineOptions.LoadOptionsFromFlags(nil)
	stages, err := cut(edges, blocksOf(ctx))
	if err != nil {
		return nil, err
	}
	workers, ok := ctx.Value(workersKey{}).(int)
	if !ok {
		workers = runtime.GOMAXPROCS(0)
	}
	progress, _ := ctx.Value(progressKey{}).(*Progress)
	progress.begin(stages)
	counted := newTally()
	for n, s := range stages {
		var next *stage
		if n+1 < len(stages) {
			next = stages[n+1]
		}
		if err := s.run(ctx, max(1, workers), n, next, progress, counted); err != nil {
			return nil, err
		}
	}
	return result{counted.results()}, nil
}

// result is the result of Execute.
type result struct{ metrics metrics.Results }

func (r result) Metrics() metrics.Results { return r.metrics }
func (result) JobID() string              { return "" }

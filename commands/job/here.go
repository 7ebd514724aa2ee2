package job

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/docio"
)

func init() { dofn.Plain(&keepFn{}) }

// Here runs the graph that build makes, in this process, and writes no result: Keep keeps elements.
// It shows the progress of reading plan on w, unless quiet is set. memory is Params.Memory.
func Here(
	ctx context.Context, plan *docio.Plan, memory int64, quiet bool, w io.Writer,
	build func(s beam.Scope, sh shuffle.Params),
) error {
	_, removeTemp, err := ownTemp()
	if err != nil {
		return err
	}
	defer removeTemp()
	b, err := memoryFor(memory)
	if err != nil {
		return err
	}
	b.apply()
	workers := b.workers(runtime.GOMAXPROCS(0))
	sh := shuffle.Size(plan.TextBytes, workers, b.worker(workers))
	exceeded, end := plan.Bound(b.room(sh.Text()))
	defer end()
	pipeline, s := beam.NewPipelineWithRoot()
	build(s, sh)
	stop := showProgress(w, newMeter(plan, 1), quiet)
	_, err = local.Execute(local.WithWorkers(ctx, workers), pipeline)
	stop()
	switch over := exceeded(); {
	case ctx.Err() != nil:
		return line.Interrupted
	case err != nil && over != nil:
		return over
	case err != nil:
		return rootOf(err)
	}
	return nil
}

// kept has a func(any) for each number of a keepFn.
var (
	kept     sync.Map
	lastKept atomic.Int64
)

// Keep keeps the elements of a PCollection<T> of a graph that Here runs. The returned function
// returns them, in no order, after that; it may be called once.
func Keep[T any](s beam.Scope, col beam.PCollection) func() []T {
	var mu sync.Mutex
	var all []T
	number := lastKept.Add(1)
	kept.Store(number, func(x any) error {
		v, ok := x.(T)
		if !ok {
			return fmt.Errorf("job.Keep: an element is a %T, want %T", x, v)
		}
		mu.Lock()
		defer mu.Unlock()
		all = append(all, v)
		return nil
	})
	beam.ParDo0(s, &keepFn{number}, col)
	return func() []T {
		kept.Delete(number)
		return all
	}
}

// keepFn passes elements to a function of this process.
type keepFn struct{ Number int64 }

func (fn *keepFn) ProcessElement(x beam.T) error {
	f, ok := kept.Load(fn.Number)
	if !ok {
		return fmt.Errorf("job.Keep: nobody keeps number %d in this process", fn.Number)
	}
	return f.(func(any) error)(x)
}

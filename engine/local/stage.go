package local

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
)

// source is the queue of elements that a stage works on.
type source interface {
	// open ends the filling of the queue, and returns its length. size returns that of a value in bytes.
	open(size func([]byte) int64) int
	// take returns element i, once: the queue does not keep it.
	take(i int) (exec.FullValue, []exec.ReStream)
	// window returns how many of the next elements are read ahead, for so many workers.
	window(workers int) int
	// values appends the values of element i that are bytes to dst.
	values(dst [][]byte, i int) [][]byte
	// early returns values that are in the queue before it is open, of about so many bytes by size. The elements that
	// they belong to will be the first ones.
	early(max int64, size func([]byte) int64) [][]byte
	// drop frees what the queue holds.
	drop()
}

// impulse is the queue of the one element of an Impulse.
type impulse []byte

func (v impulse) open(func([]byte) int64) int { return 1 }
func (v impulse) take(int) (exec.FullValue, []exec.ReStream) {
	return global(exec.FullValue{Elm: []byte(v)}), nil
}
func (v impulse) window(int) int                           { return 0 }
func (v impulse) values(dst [][]byte, _ int) [][]byte      { return dst }
func (v impulse) early(int64, func([]byte) int64) [][]byte { return nil }
func (v impulse) drop()                                    {}

// stage is a part of the graph whose DoFns are fused.
type stage struct {
	p      *pipeline
	id     int // orders stages
	source source
	// The stage begins with what reads node, or with edge, which has side inputs.
	node *graph.Node
	edge *graph.MultiEdge
}

// run works off the queue of the stage, number n of the run, with as many workers as that pays
// for. next is the stage that comes after it, or nil.
func (s *stage) run(ctx context.Context, workers, n int, next *stage, progress *Progress, counted *tally) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	q := &queue{
		source: s.source, length: s.source.open(s.p.blocks.size), ahead: s.p.blocks.Ahead,
		window: s.source.window(workers),
	}
	if next != nil && s.p.blocks.Early > 0 {
		q.early = next.source.early(s.p.blocks.Early, s.p.blocks.size)
	}
	q.done = progress.enter(n, q.length)
	q.trace, _ = ctx.Value(traceKey{}).(*Trace)
	defer q.trace.enter(s.name(), q.length)()
	defer s.source.drop()
	defer q.aheads.Wait()
	var wg sync.WaitGroup
	for w := range min(q.trace.workers(workers), q.length) {
		wg.Go(func() {
			if err := s.work(ctx, w, q, counted); err != nil {
				cancel(err) // the first one counts
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// work is one worker: one bundle of the stage, whose metrics it adds to counted.
func (s *stage) work(ctx context.Context, number int, q *queue, counted *tally) error {
	turn := q.trace.worker()
	defer turn.end()
	id := fmt.Sprintf("%d.%d", s.id, number)
	b := newBuilder(s.p)
	var first exec.Node
	var err error
	if s.edge != nil {
		b.count(s.edge)
		first, err = b.function(s.edge)
	} else {
		b.countReaders(s.node.ID())
		first, err = b.node(s.node.ID())
	}
	if err != nil {
		return err
	}
	root := &worker{id: b.next(), queue: q, first: first, blocks: s.p.blocks, turn: turn}
	plan, err := exec.NewPlan(id, append([]exec.Unit{root}, b.units...))
	if err != nil {
		return err
	}
	ctx = metrics.SetBundleID(ctx, id)
	if err := plan.Execute(ctx, id, exec.DataContext{}); err != nil {
		plan.Down(ctx) // the first error counts
		return err
	}
	if err := counted.add(ctx); err != nil {
		return err
	}
	return plan.Down(ctx)
}

// queue deals the elements of a source to workers.
type queue struct {
	mu           sync.Mutex
	source       source
	next, length int
	done         *atomic.Int64
	trace        *Trace // or nil

	// ahead is Blocks.Ahead, or nil. It was called for the elements before asked, and is for up to window
	// of those that are taken next.
	ahead         func([][]byte)
	asked, window int
	// early are values of the next stage, for which ahead is called little by little, as the queue is worked off. It
	// was called for those before askedEarly.
	early      [][]byte
	askedEarly int
	aheads     sync.WaitGroup
}

// take returns the next element and its place; false at the end.
func (q *queue) take() (exec.FullValue, []exec.ReStream, int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == q.length {
		return exec.FullValue{}, nil, 0, false
	}
	v, values := q.source.take(q.next)
	q.next++
	q.ask()
	return v, values, q.next - 1, true
}

// ask calls ahead, in the background, for the next elements, and for values of the next stage. The caller
// holds mu.
func (q *queue) ask() {
	if q.ahead == nil {
		return
	}
	values := q.nextValues()
	if n := len(q.early) * q.next / q.length; n > q.askedEarly {
		values = append(values, q.early[q.askedEarly:n]...)
		q.askedEarly = n
	}
	if len(values) > 0 {
		q.aheads.Go(func() { q.ahead(values) })
	}
}

// nextValues returns the values of the next elements when less than half a window is left of those that ahead was
// called for. The caller holds mu.
func (q *queue) nextValues() (values [][]byte) {
	if q.asked > q.next+q.window/2 {
		return nil
	}
	end := min(q.length, q.next+q.window)
	for i := max(q.asked, q.next); i < end; i++ {
		values = q.source.values(values, i)
	}
	q.asked = max(q.asked, end)
	return values
}

// worker is the first unit of a plan: it gives the others the elements of the queue.
type worker struct {
	id     exec.UnitID
	queue  *queue
	first  exec.Node
	blocks blocks
	turn   *turn // nil if tasks are not traced
}

func (w *worker) ID() exec.UnitID            { return w.id }
func (w *worker) Up(context.Context) error   { return nil }
func (w *worker) Down(context.Context) error { return nil }
func (w *worker) String() string             { return fmt.Sprintf("worker. Out: %v", w.first.ID()) }

func (w *worker) StartBundle(ctx context.Context, id string, data exec.DataContext) error {
	return w.first.StartBundle(ctx, id, data)
}

func (w *worker) Process(ctx context.Context) ([]*exec.Checkpoint, error) {
	for ctx.Err() == nil {
		w.turn.next()
		v, values, i, ok := w.queue.take()
		if !ok {
			return nil, nil
		}
		if err := w.first.ProcessElement(ctx, &v, values...); err != nil {
			return nil, err
		}
		w.blocks.release(v, values)
		w.turn.task(i)
		w.queue.done.Add(1)
	}
	return nil, context.Cause(ctx)
}

func (w *worker) FinishBundle(ctx context.Context) error { return w.first.FinishBundle(ctx) }

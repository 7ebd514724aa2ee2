package local

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// Trace has what the tasks of a run take, stage by stage. Its clocks are set before the run, and the rest is read after
// it. The workers of such a run work one at a time, so that they cost each other nothing. A Trace is for one run.
type Trace struct {
	// Thread returns the time that the thread which calls it has worked. Each worker keeps its thread.
	Thread func() time.Duration
	// Process returns the time that all threads of this process have worked.
	Process func() time.Duration
	// Workers is how many workers a stage has at most.
	Workers int

	turn   sync.Mutex // held by the worker that works
	Stages []TracedStage
}

// TracedStage is what a stage takes.
type TracedStage struct {
	// Name is as in Progress.Stages.
	Name string
	// Tasks are those of its queue, in their order.
	Tasks []time.Duration
	// Bundles are what each worker takes before its first and after its last task.
	Bundles []time.Duration
	// All is what the process takes while the stage works.
	All time.Duration
}

// traceKey is the key of WithTrace.
type traceKey struct{}

// WithTrace lets a run with the context note its tasks in t.
func WithTrace(ctx context.Context, t *Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// enter begins a stage with a queue of so many tasks, and returns what ends it. t may be nil.
func (t *Trace) enter(name string, length int) (leave func()) {
	if t == nil {
		return func() {}
	}
	t.Stages = append(t.Stages, TracedStage{Name: name, Tasks: make([]time.Duration, length)})
	s, began := t.stage(), t.Process()
	return func() { s.All = t.Process() - began }
}

// turn is a worker of a traced stage while it may work: from the beginning of its bundle to the end, but for a moment
// before each task.
type turn struct {
	of    *Trace
	began time.Duration // when what it does now began
	// bundle is what it took beside its tasks.
	bundle time.Duration
}

// workers returns how many of so many workers a stage has. t may be nil.
func (t *Trace) workers(max int) int {
	if t == nil {
		return max
	}
	return min(max, t.Workers)
}

// worker waits until a worker of the stage may work. t may be nil, and so is the turn then.
func (t *Trace) worker() *turn {
	if t == nil {
		return nil
	}
	runtime.LockOSThread()
	t.turn.Lock()
	return &turn{of: t, began: t.Thread()}
}

// next lets another worker work. w may be nil.
func (w *turn) next() {
	if w == nil {
		return
	}
	w.bundle += w.of.Thread() - w.began
	w.of.turn.Unlock()
	w.of.turn.Lock()
	w.began = w.of.Thread()
}

// task notes that task i is done, which began after next. w may be nil.
func (w *turn) task(i int) {
	if w != nil {
		now := w.of.Thread()
		w.of.stage().Tasks[i] = now - w.began
		w.began = now
	}
}

// end ends the bundle. w may be nil.
func (w *turn) end() {
	if w == nil {
		return
	}
	s := w.of.stage()
	s.Bundles = append(s.Bundles, w.bundle+w.of.Thread()-w.began)
	w.of.turn.Unlock()
}

// stage is the stage at work.
func (t *Trace) stage() *TracedStage { return &t.Stages[len(t.Stages)-1] }

package local

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/google/go-cmp/cmp"
)

func init() { register.DoFn1x0[int](&tickFn{}) }

// ticks is the clock of tickFn.
var ticks atomic.Int64

// tickFn takes as many ticks as an element says, and some for each bundle.
type tickFn struct{}

func (*tickFn) StartBundle()         { ticks.Add(100) }
func (*tickFn) ProcessElement(v int) { ticks.Add(int64(v)) }
func (*tickFn) FinishBundle()        { ticks.Add(10) }

// A trace has what each task takes, and bundles beside them. The last stage is that of tickFn.
func TestTrace(t *testing.T) {
	clock := func() time.Duration { return time.Duration(ticks.Load()) }
	trace := &Trace{Thread: clock, Process: clock, Workers: 1}
	p, s := beam.NewPipelineWithRoot()
	beam.ParDo0(s, &tickFn{}, beam.Reshuffle(s, beam.CreateList(s, []int{5, 1, 9})))
	if _, err := Execute(WithTrace(WithWorkers(t.Context(), 3), trace), p); err != nil {
		t.Fatal(err)
	}
	got := trace.Stages[len(trace.Stages)-1]
	want := TracedStage{Name: "local.tickFn", Tasks: []time.Duration{5, 1, 9}, Bundles: []time.Duration{110}, All: 125}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

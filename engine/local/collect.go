package local

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
)

// collector takes the elements that a worker sends to a later stage. It belongs to the
// worker until finish.
type collector interface {
	add(v *exec.FullValue) error
	// finish gives what was collected to the later stage.
	finish()
}

// collector makes the collector for one worker and one input.
func (p *pipeline) collector(r reading) collector {
	if g, ok := p.groups[r.edge.ID()]; ok {
		return &groupPart{
			of: g, input: r.input, key: exec.MakeElementEncoder(g.edge.Input[r.input].From.Coder.Components[0]),
			index: map[string]int{},
		}
	}
	return &listPart{of: p.lists[r]}
}

// sink is the last unit of a stage.
type sink struct {
	id     exec.UnitID
	to     collector
	blocks blocks
}

func (s *sink) ID() exec.UnitID                                             { return s.id }
func (s *sink) Up(context.Context) error                                    { return nil }
func (s *sink) Down(context.Context) error                                  { return nil }
func (s *sink) StartBundle(context.Context, string, exec.DataContext) error { return nil }
func (s *sink) String() string                                              { return fmt.Sprintf("sink[%T]", s.to) }
func (s *sink) FinishBundle(context.Context) error                          { s.to.finish(); return nil }
func (s *sink) ProcessElement(_ context.Context, v *exec.FullValue, _ ...exec.ReStream) error {
	s.blocks.hold(v)
	return s.to.add(v)
}

// global puts an element into the global window.
func global(v exec.FullValue) exec.FullValue {
	v.Windows, v.Timestamp, v.Pane = window.SingleGlobalWindow, mtime.ZeroTimestamp, typex.NoFiringPane()
	return v
}

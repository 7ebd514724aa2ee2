package local

import (
	"fmt"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	v1pb "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx/v1"
)

// pipeline is the graph of a run, with what its stages leave for each other.
type pipeline struct {
	readers map[int][]reading // of each collection, by the number of its node
	encoded map[int]*v1pb.MultiEdge
	begins  map[int]bool      // whether an edge with side inputs begins a stage
	groups  map[int]*group    // by the number of the GroupByKey
	lists   map[reading]*list // main inputs of stages, and side inputs
	blocks  blocks
}

// reading is one input of an edge of the graph.
type reading struct {
	edge  *graph.MultiEdge
	input int
}

// span is the first and the last stage that an edge runs in, by the place in the order of
// edges (inOrder) of the edge that the stage begins with.
type span struct{ first, last int }

// inOrder returns edges sorted so that each comes after the edges that lead to it, and what
// makes side inputs comes as early as it can: a ParDo can then be fused with the stage that
// makes its main input, because its side inputs are there when that stage begins.
func inOrder(edges []*graph.MultiEdge) []*graph.MultiEdge {
	maker := map[int]*graph.MultiEdge{} // by the number of the collection that is made
	for _, e := range edges {
		for _, out := range e.Output {
			maker[out.To.ID()] = e
		}
	}
	ordered := make([]*graph.MultiEdge, 0, len(edges))
	added := map[int]bool{}
	var add func(e *graph.MultiEdge)
	sides := func(e *graph.MultiEdge) {
		if e.Op == graph.ParDo {
			for _, in := range e.Input[1:] {
				add(maker[in.From.ID()])
			}
		}
	}
	add = func(e *graph.MultiEdge) {
		if added[e.ID()] {
			return
		}
		added[e.ID()] = true
		sides(e)
		for _, in := range e.Input {
			add(maker[in.From.ID()])
		}
		ordered = append(ordered, e)
	}
	for _, e := range edges {
		sides(e)
	}
	for _, e := range edges {
		add(e)
	}
	return ordered
}

// cut makes the stages of a graph, in an order in which each one's input is complete
// when it begins. A stage has the number of the edge that it begins with.
func cut(edges []*graph.MultiEdge, b blocks) ([]*stage, error) {
	p := &pipeline{map[int][]reading{}, map[int]*v1pb.MultiEdge{}, map[int]bool{}, map[int]*group{},
		map[reading]*list{}, b}
	var stages []*stage
	runsIn := map[int]span{} // by the number of the collection that is made
	for at, e := range inOrder(edges) {
		main, side := inputSpans(e, runsIn)
		if err := supported(e); err != nil {
			return nil, err
		}
		for i, in := range e.Input {
			p.readers[in.From.ID()] = append(p.readers[in.From.ID()], reading{e, i})
			if i > 0 && e.Op == graph.ParDo {
				p.lists[reading{e, i}] = &list{}
			}
		}
		if e.DoFn != nil || e.CombineFn != nil {
			encoded, err := graphx.EncodeMultiEdge(e)
			if err != nil {
				return nil, fmt.Errorf("%s cannot be sent to a worker: %w", e.Name(), err)
			}
			p.encoded[e.ID()] = encoded
		}
		own := span{at, at}
		switch e.Op {
		case graph.Impulse:
			stages = append(stages, &stage{p: p, id: e.ID(), source: impulse(e.Value), node: e.Output[0].To})
		case graph.CoGBK:
			g := newGroup(e)
			p.groups[e.ID()] = g
			stages = append(stages, &stage{p: p, id: e.ID(), source: g, node: e.Output[0].To})
		case graph.Reshuffle:
			stages = append(stages, &stage{p: p, id: e.ID(), source: p.mainOf(e), node: e.Output[0].To})
		default:
			if own = main; e.Op == graph.ParDo && side.last >= main.first {
				own = span{at, at}
				p.begins[e.ID()] = true
				stages = append(stages, &stage{p: p, id: e.ID(), source: p.mainOf(e), edge: e})
			}
		}
		for _, out := range e.Output {
			runsIn[out.To.ID()] = own
		}
	}
	return stages, nil
}

// inputSpans returns the stages that make the main inputs of an edge, and those that make
// its side inputs. If these end before the others begin the edge can be fused.
func inputSpans(e *graph.MultiEdge, runsIn map[int]span) (main, side span) {
	main, side = span{first: math.MaxInt, last: -1}, span{last: -1}
	for i, in := range e.Input {
		s := runsIn[in.From.ID()]
		if i > 0 && e.Op == graph.ParDo {
			side.last = max(side.last, s.last)
		} else {
			main = span{min(main.first, s.first), max(main.last, s.last)}
		}
	}
	return main, side
}

// mainOf makes the list of the main input of an edge that begins a stage.
func (p *pipeline) mainOf(e *graph.MultiEdge) *list {
	l := &list{}
	p.lists[reading{e, 0}] = l
	return l
}

// supported returns an error for an edge that this runner does not run.
func supported(e *graph.MultiEdge) error {
	why := ""
	switch e.Op {
	case graph.Impulse, graph.CoGBK, graph.Reshuffle, graph.Flatten, graph.Combine:
	case graph.ParDo:
		_, state := e.DoFn.ProcessElementFn().StateProvider()
		_, timers := e.DoFn.OnTimerFn()
		if state || timers {
			why = "state and timers"
		}
	case graph.WindowInto:
		why = "windows"
	default:
		why = string(e.Op)
	}
	for _, in := range e.Input {
		if in.From.WindowingStrategy().Fn.Kind != window.GlobalWindows {
			why = "windows"
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%s: the local runner has no %s; another runner may", e.Name(), why)
}

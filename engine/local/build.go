package local

import (
	"fmt"
	"path"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
)

// builder makes the units of one worker, with DoFns of its own.
type builder struct {
	p     *pipeline
	ids   exec.GenID
	units []exec.Unit
	// inputs is how many inputs of a Flatten the stage has.
	inputs  map[int]int
	counted map[int]bool      // nodes
	nodes   map[int]exec.Node // by the number of the collection
	flats   map[int]exec.Node // by the number of the Flatten
}

func newBuilder(p *pipeline) *builder {
	return &builder{
		p: p, inputs: map[int]int{}, counted: map[int]bool{}, nodes: map[int]exec.Node{}, flats: map[int]exec.Node{},
	}
}

func (b *builder) next() exec.UnitID { return b.ids.New() }

func (b *builder) add(n exec.Node) exec.Node {
	b.units = append(b.units, n)
	return n
}

// fused returns whether an edge belongs to the stage of what it reads.
func (p *pipeline) fused(r reading) bool {
	switch r.edge.Op {
	case graph.ParDo:
		return r.input == 0 && !p.begins[r.edge.ID()]
	case graph.Flatten, graph.Combine:
		return true
	}
	return false
}

// countReaders counts the inputs of every Flatten that the stage comes to from a node.
func (b *builder) countReaders(node int) {
	if b.counted[node] {
		return
	}
	b.counted[node] = true
	for _, r := range b.p.readers[node] {
		if r.edge.Op == graph.Flatten {
			b.inputs[r.edge.ID()]++
		}
		if b.p.fused(r) {
			b.count(r.edge)
		}
	}
}

func (b *builder) count(e *graph.MultiEdge) {
	for _, out := range e.Output {
		b.countReaders(out.To.ID())
	}
}

// node makes the unit that takes the elements of a collection.
func (b *builder) node(id int) (exec.Node, error) {
	if n, ok := b.nodes[id]; ok {
		return n, nil
	}
	var outs []exec.Node
	for _, r := range b.p.readers[id] {
		n, err := b.reader(r)
		if err != nil {
			return nil, err
		}
		outs = append(outs, n)
	}
	var n exec.Node
	switch len(outs) {
	case 0:
		n = b.add(&exec.Discard{UID: b.next()})
	case 1:
		n = outs[0]
	default:
		n = b.add(&exec.Multiplex{UID: b.next(), Out: outs})
	}
	b.nodes[id] = n
	return n, nil
}

// reader makes the unit that takes the elements of one input of an edge.
func (b *builder) reader(r reading) (exec.Node, error) {
	e := r.edge
	if !b.p.fused(r) {
		return b.add(&sink{id: b.next(), to: b.p.collector(r), blocks: b.p.blocks}), nil
	}
	switch e.Op {
	case graph.ParDo, graph.Combine:
		return b.function(e)
	}
	if n, ok := b.flats[e.ID()]; ok {
		return n, nil
	}
	out, err := b.node(e.Output[0].To.ID())
	if err != nil {
		return nil, err
	}
	n := b.add(&exec.Flatten{UID: b.next(), N: b.inputs[e.ID()], Out: out})
	b.flats[e.ID()] = n
	return n, nil
}

func (b *builder) outs(e *graph.MultiEdge) ([]exec.Node, error) {
	var outs []exec.Node
	for _, o := range e.Output {
		n, err := b.node(o.To.ID())
		if err != nil {
			return nil, err
		}
		outs = append(outs, n)
	}
	return outs, nil
}

// decode makes a new instance of the function of an edge.
func (b *builder) decode(e *graph.MultiEdge) (*graph.Fn, error) {
	_, fn, _, _, _, err := graphx.DecodeMultiEdge(b.p.encoded[e.ID()])
	if err != nil {
		return nil, fmt.Errorf("%s cannot be decoded by a worker: %w", e.Name(), err)
	}
	return fn, nil
}

// function makes the unit of an edge with a function of the user.
func (b *builder) function(e *graph.MultiEdge) (exec.Node, error) {
	outs, err := b.outs(e)
	if err != nil {
		return nil, err
	}
	fn, err := b.decode(e)
	if err != nil {
		return nil, err
	}
	unit := b.parDo
	if e.Op == graph.Combine {
		unit = b.combine
	}
	n, err := unit(e, fn, outs)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name(), err)
	}
	return b.add(n), nil
}

func (b *builder) parDo(e *graph.MultiEdge, fn *graph.Fn, outs []exec.Node) (exec.Node, error) {
	doFn, err := graph.AsDoFn(fn, graph.MainUnknown)
	if err != nil {
		return nil, err
	}
	n := &exec.ParDo{UID: b.next(), Fn: doFn, Inbound: e.Input, Out: outs, PID: step(path.Base(doFn.Name()), e)}
	for i := 1; i < len(e.Input); i++ {
		n.Side = append(n.Side, b.p.lists[reading{e, i}])
	}
	if doFn.IsSplittable() {
		return &exec.SdfFallback{PDo: n}, nil
	}
	return n, nil
}

func (b *builder) combine(e *graph.MultiEdge, fn *graph.Fn, outs []exec.Node) (exec.Node, error) {
	combineFn, err := graph.AsCombineFn(fn)
	if err != nil {
		return nil, err
	}
	return &exec.Combine{
		UID: b.next(), Fn: combineFn, UsesKey: typex.IsKV(e.Input[0].Type), Out: outs[0],
		PID: step(path.Base(combineFn.Name()), e),
	}, nil
}

package engine

import (
	"context"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/parameter"
)

// RegisterReduce registers a stage, a pointer to its struct. It must be called in an init function.
func RegisterReduce[S Stage]() {
	stage := any(*new(S))
	switch stage.(type) {
	case Reducer, Gatherer, Orderer:
	default:
		panic(fmt.Sprintf("engine: %T is no Reducer, no Gatherer and no Orderer", stage))
	}
	registerStage[S](&reduceFn[S]{})
}

// Reduce groups the inputs of a stage by key, and connects its outputs. name is shown while a shard is received, and in
// errors. Reduce returns the stage. It panics if p is not valid, if all inputs are missing, or if the order of the
// inputs is not that of their tags.
func Reduce[S Stage](s beam.Scope, p Params, name string, stage S) S {
	parameter.Must(p.Validate())
	s = s.Scope(name)
	ports := portsOf(stage)
	ports.checkTags(name)
	var blocks []shuffle.Packed
	for _, in := range ports.ins {
		blocks = append(blocks, in.packed())
	}
	ports.configure(p, nil)
	fn := &reduceFn[S]{Shuffle: p, Name: name, Outs: ports.configured(), Stage: stage}
	ports.parDo(s, fn, shuffle.Group(s, p, blocks...))
	return stage
}

// RunReduce runs a stage on the blocks of one shard, without Beam. emitters are those of its outputs: a
// func(int, []byte) of an Out, a func(T) of Elements, a func(string, int64) of a Ledger, a func(K, R) of a Send.
func RunReduce(
	ctx context.Context, p Params, stage Stage, shard int, blocks func(*[]byte) bool, emitters ...any,
) error {
	ports := portsOf(stage)
	ports.configure(p, nil)
	run := &running{bundle: bundle{stage: stage, ports: ports}, params: p, name: "test"}
	if err := run.process(ctx, shard, blocks, nil, emitters); err != nil {
		return err
	}
	return run.finish(emitters)
}

// reduceFn is the DoFn of a stage. Its methods are made of the ports (methodsOf).
type reduceFn[S Stage] struct {
	Shuffle Params
	Name    string
	Outs    []Params // of each Out
	Stage   S
}

func (fn *reduceFn[S]) stage() any       { return fn.Stage }
func (fn *reduceFn[S]) setStage(stage S) { fn.Stage = stage }
func (fn *reduceFn[S]) methods(ports *ports) []method {
	run := &running{bundle: bundle{stage: fn.Stage, ports: ports}, params: fn.Shuffle, name: fn.Name}
	ports.configure(fn.Shuffle, fn.Outs)
	fixed := []reflect.Type{reflect.TypeFor[context.Context](), reflect.TypeFor[int](),
		reflect.TypeFor[func(*[]byte) bool]()}
	return []method{
		{"ProcessElement", ports.method(fixed...), func(args []any) error {
			sides, emitters := ports.divide(args[3:])
			return run.process(args[0].(context.Context), args[1].(int), args[2].(func(*[]byte) bool), sides, emitters)
		}},
		{"FinishBundle", ports.method(), func(args []any) error {
			_, emitters := ports.divide(args)
			return run.finish(emitters)
		}},
	}
}

// What a Reducer may have.
type (
	shardStarter interface{ StartShard(shard int) }
	shardEnder   interface{ FinishShard() error }
	// namer sees the keys with one upper half before the first of them. They have so many records.
	namer interface{ Name(records int) error }
	// setter has records of which only the first of a set meets the others of the set (shuffle.Params.EachFirst).
	setter interface{ Set(payload []byte) []byte }
	// grouper is called once for keys that follow each other and have the same Group: with the first of them.
	grouper interface{ Group(key uint64) uint32 }
	// portioner has keys whose records need not fit in memory (shuffle.Params.EachPortion).
	portioner interface {
		Portion(payload []byte) shuffle.Place
	}
)

// running is a Reducer in a worker.
type running struct {
	bundle
	params  Params
	name    string
	reducer Reducer // nil for a Gatherer or an Orderer

	sorted   *block.Sorted
	from, to int // of the records of the name, with a namer
	err      error
}

// fail keeps the first error of an input.
func (r *running) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// process receives a shard.
func (r *running) process(ctx context.Context, shard int, blocks func(*[]byte) bool, sides, emitters []any) error {
	if err := r.begin(r, sides, emitters); err != nil {
		return err
	}
	if s, ok := r.stage.(shardStarter); ok {
		s.StartShard(shard)
	}
	if err := r.receive(ctx, shard, blocks); err != nil {
		return err
	}
	if s, ok := r.stage.(shardEnder); ok {
		return s.FinishShard()
	}
	return nil
}

// receive calls the stage for each key of a shard.
func (r *running) receive(ctx context.Context, shard int, blocks func(*[]byte) bool) error {
	key := func(sorted *block.Sorted, from, to int) error {
		r.sorted = sorted
		return r.key(ctx, from, to)
	}
	r.reducer, _ = r.stage.(Reducer)
	switch stage := r.stage.(type) {
	case Gatherer:
		return r.params.EachSplit(r.name, blocks, stage.Split, func(records shuffle.Records) error {
			return stage.Gather(ctx, records)
		})
	case Orderer:
		return r.params.EachOrdered(r.name, blocks, func(records shuffle.Ordered) error {
			return stage.Order(ctx, shard, records)
		})
	case setter:
		return r.params.EachFirst(r.name, blocks, stage.Set, key)
	case portioner:
		return r.params.EachPortion(r.name, blocks, stage.Portion, key)
	case namer:
		return r.each(blocks, func(key uint64) uint32 { return uint32(key >> 32) }, func(from, to int) error {
			return r.named(ctx, stage, from, to)
		})
	case grouper:
		return r.each(blocks, stage.Group, func(from, to int) error { return r.key(ctx, from, to) })
	}
	return r.params.EachGroup(r.name, blocks, key)
}

// each calls f for the records of all keys that follow each other and are in one group.
func (r *running) each(blocks func(*[]byte) bool, group func(key uint64) uint32, f func(from, to int) error) error {
	return r.params.EachPart(r.name, blocks, func(sorted *block.Sorted) error {
		r.sorted = sorted
		for from := 0; from < sorted.Len(); {
			to := sorted.GroupBy(from, group)
			if err := f(from, to); err != nil {
				return err
			}
			from = to
		}
		return nil
	})
}

// named calls the stage for a name and each of its keys.
func (r *running) named(ctx context.Context, stage namer, from, to int) error {
	r.from, r.to = from, to
	if err := stage.Name(to - from); err != nil {
		return err
	}
	for r.err == nil && from < to {
		end := r.sorted.Group(from)
		if err := r.key(ctx, from, end); err != nil {
			return err
		}
		from = end
	}
	return r.err
}

// key calls the stage for the key of the records from from to to.
func (r *running) key(ctx context.Context, from, to int) error {
	key := r.sorted.Key(from)
	if ins := r.ports.ins; len(ins) == 1 {
		ins[0].set(from, to)
	} else if err := r.byTag(from, to); err != nil {
		return err
	}
	if err := r.reducer.Reduce(ctx, key); err != nil {
		return err
	}
	return r.err
}

// byTag gives each input its records.
func (r *running) byTag(from, to int) error {
	for i, in := range r.ports.ins {
		end := from
		for end < to && r.sorted.Payload(end)[0] == r.ports.tags[i] {
			end++
		}
		in.set(from, end)
		from = end
	}
	if from < to {
		return fmt.Errorf("%s: a record of the key %x has the unknown tag %d", r.name, r.sorted.Key(from),
			r.sorted.Payload(from)[0])
	}
	return nil
}

package engine

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Mapper is a stage that is called for each element of a PCollection<T>, a pointer to a struct with ports, but no In.
type Mapper[T any] interface {
	Map(ctx context.Context, element T) error
}

// RegisterMap registers a stage, as RegisterReduce does.
func RegisterMap[S Mapper[T], T any]() { registerStage[S](&mapFn[S, T]{}) }

// Map gives a stage the elements of a PCollection<T>, and connects its outputs. Map returns the stage. It panics if p is
// not valid.
func Map[S Mapper[T], T any](s beam.Scope, p Params, name string, elements beam.PCollection, stage S) S {
	if err := p.Validate(); err != nil {
		panic(err)
	}
	ports := portsOf(stage)
	ports.configure(p, nil)
	ports.parDo(s.Scope(name), &mapFn[S, T]{Shuffle: p, Outs: ports.configured(), Stage: stage}, elements)
	return stage
}

// RunMap runs a stage on elements, without Beam, as RunReduce does.
func RunMap[S Mapper[T], T any](p Params, stage S, elements []T, emitters ...any) error {
	b := bundle{stage: stage, ports: portsOf(stage)}
	b.ports.configure(p, nil)
	for _, element := range elements {
		b.begin(nil, nil, emitters)
		if err := stage.Map(context.Background(), element); err != nil {
			return err
		}
	}
	return b.finish(emitters)
}

// mapFn is the DoFn of a Mapper.
type mapFn[S Mapper[T], T any] struct {
	Shuffle Params
	Outs    []Params // of each Out
	Stage   S
}

func (fn *mapFn[S, T]) stage() any       { return fn.Stage }
func (fn *mapFn[S, T]) setStage(stage S) { fn.Stage = stage }
func (fn *mapFn[S, T]) methods(ports *ports) []method {
	b := &bundle{stage: fn.Stage, ports: ports}
	ports.configure(fn.Shuffle, fn.Outs)
	return []method{
		{"ProcessElement", ports.method(reflect.TypeFor[context.Context](), reflect.TypeFor[T]()), func(args []any) error {
			sides, emitters := ports.divide(args[2:])
			b.begin(nil, sides, emitters)
			return fn.Stage.Map(args[0].(context.Context), args[1].(T))
		}},
		{"FinishBundle", ports.method(), func(args []any) error {
			_, emitters := ports.divide(args)
			return b.finish(emitters)
		}},
	}
}

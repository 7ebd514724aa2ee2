package engine

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/parameter"
)

// Mapper is a stage that is called for each element of a PCollection<T>, a pointer to a struct with ports, but no In.
type Mapper[T any] interface {
	Map(ctx context.Context, element T) error
}

// RegisterMap registers a stage, as RegisterReduce does.
func RegisterMap[S Mapper[T], T any]() { registerStage[S](&mapFn[S, T]{}) }

// Map gives a stage the elements of a PCollection<T>, and connects its outputs. Map returns the stage. It panics if p
// is not valid.
func Map[S Mapper[T], T any](s beam.Scope, p Params, name string, elements beam.PCollection, stage S) S {
	mapped := mapperOf(p, stage)
	portsOf(stage).parDo(s.Scope(name), &mapFn[S, T]{mapped}, elements)
	return stage
}

// RegisterMapKept registers a stage for MapKept, as RegisterReduce does.
func RegisterMapKept[S Mapper[T], T any, K shuffle.Keeper[T]]() {
	registerStage[S](&keptFn[S, T, K]{})
}

// MapKept is Map for elements that were kept (shuffle.Keep) until the sides of the stage are made. Map may use an
// element until it returns.
func MapKept[S Mapper[T], T any, K shuffle.Keeper[T]](s beam.Scope, p Params, name string, kept Blocks[T], stage S) S {
	mapped := mapperOf(p, stage)
	portsOf(stage).parDo(s.Scope(name), &keptFn[S, T, K]{mapped}, kept.Collection())
	return stage
}

// RegisterMapBlocks registers a stage for MapBlocks, as RegisterReduce does.
func RegisterMapBlocks[S Mapper[R], R any]() {
	checkRecord[R]()
	RegisterMapKept[S, R, recordKeeper[R]]()
}

// MapBlocks is Map for the records of another stage, in no order. Map may use a record until it returns.
func MapBlocks[S Mapper[R], R any](s beam.Scope, p Params, name string, blocks Blocks[R], stage S) S {
	return MapKept[S, R, recordKeeper[R]](s, p, name, blocks, stage)
}

// recordKeeper reads records in place of what was kept.
type recordKeeper[R any] struct{}

func (recordKeeper[R]) Key(*R) uint64                       { return 0 }
func (recordKeeper[R]) Append(dst []byte, record *R) []byte { return any(record).(Record).Append(dst) }
func (recordKeeper[R]) Read(payload []byte, into *R) error  { return any(into).(Record).Read(payload) }

// RunMap runs a stage on elements, without Beam, as RunReduce does.
func RunMap[S Mapper[T], T any](ctx context.Context, p Params, stage S, elements []T, emitters ...any) error {
	b := bundle{stage: stage, ports: portsOf(stage)}
	b.ports.configure(p, nil)
	for _, element := range elements {
		if err := b.begin(nil, nil, emitters); err != nil {
			return err
		}
		if err := stage.Map(ctx, element); err != nil {
			return err
		}
	}
	return b.finish(emitters)
}

// mapper is what the DoFns of a Mapper have.
type mapper[S any] struct {
	Shuffle Params
	Outs    []Params // of each Out
	Stage   S
}

// mapperOf configures a stage. It panics if p is not valid.
func mapperOf[S any](p Params, stage S) mapper[S] {
	ports := portsOf(stage)
	ports.configure(p, nil)
	configured := ports.configured()
	for _, out := range configured {
		parameter.Must(out.Validate())
	}
	return mapper[S]{p, configured, stage}
}

func (fn *mapper[S]) stage() any       { return fn.Stage }
func (fn *mapper[S]) setStage(stage S) { fn.Stage = stage }

// Teardown ends a worker, as DoFns of Beam do.
func (fn *mapper[S]) Teardown() {
	if stage, ok := any(fn.Stage).(interface{ Teardown() }); ok {
		stage.Teardown()
	}
}

// methodsFor returns the methods of a DoFn whose ProcessElement has these parameters before its sides, which process
// gets.
func (fn *mapper[S]) methodsFor(ports *ports, process func(args []any) error, fixed ...reflect.Type) []method {
	b := &bundle{stage: fn.Stage, ports: ports}
	ports.configure(fn.Shuffle, fn.Outs)
	return []method{
		{"ProcessElement", ports.method(fixed...), func(args []any) error {
			sides, emitters := ports.divide(args[len(fixed):])
			if err := b.begin(nil, sides, emitters); err != nil {
				return err
			}
			return process(args)
		}},
		{"FinishBundle", ports.method(), func(args []any) error {
			_, emitters := ports.divide(args)
			return b.finish(emitters)
		}},
	}
}

// mapFn is the DoFn of a Mapper.
type mapFn[S Mapper[T], T any] struct{ mapper[S] }

func (fn *mapFn[S, T]) methods(ports *ports) []method {
	return fn.methodsFor(ports, func(args []any) error {
		return fn.Stage.Map(args[0].(context.Context), args[1].(T))
	}, reflect.TypeFor[context.Context](), reflect.TypeFor[T]())
}

// wanter has bundles in which it wants no element, and kept ones are not read for it.
type wanter interface{ Wanted() bool }

// keptFn is the DoFn of a Mapper of kept elements.
type keptFn[S Mapper[T], T any, K shuffle.Keeper[T]] struct{ mapper[S] }

func (fn *keptFn[S, T, K]) methods(ports *ports) []method {
	return fn.methodsFor(ports, func(args []any) error {
		if stage, ok := any(fn.Stage).(wanter); ok && !stage.Wanted() {
			return nil
		}
		ctx := args[0].(context.Context)
		return shuffle.EachKept[T, K](args[2].([]byte), func(element *T) error { return fn.Stage.Map(ctx, *element) })
	}, reflect.TypeFor[context.Context](), reflect.TypeFor[int](), reflect.TypeFor[[]byte]())
}

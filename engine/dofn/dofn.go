// Package dofn registers DoFns and gives them side inputs. All DoFns of this module use it.
//
// Beam has two ways to register a DoFn. Its package register generates some thousand functions
// for each DoFn, one for every way its methods may be called: a package of ten DoFns took 27 s
// and 1.7 GB to compile, and the binary had 200 MB. beam.RegisterDoFn generates nothing, but
// Beam then calls ProcessElement by reflection, which takes some microseconds each time. Direct
// has neither cost: the caller writes the one call of ProcessElement. Plain is
// beam.RegisterDoFn, for DoFns with few elements.
package dofn

import (
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
)

// Plain registers a DoFn, given as a pointer to its struct. Beam calls it by reflection. Use it
// if an element contains many records, such as the blocks of a shard.
func Plain(fn any) { beam.RegisterDoFn(fn) }

// Direct registers the DoFn T, without reflection. Use it if there are many elements. process
// calls ProcessElement of fn with args, which have the types of its parameters, and returns its
// results.
func Direct[T any](process func(fn *T, args []any) []any) {
	beam.RegisterDoFn(new(T))
	reflectx.RegisterStructWrapper(reflect.TypeFor[T](), func(fn any) map[string]reflectx.Func {
		f := fn.(*T)
		return map[string]reflectx.Func{method: &direct[T]{f, process, reflect.ValueOf(f).MethodByName(method).Type()}}
	})
}

const method = "ProcessElement"

// direct calls ProcessElement of one fn.
type direct[T any] struct {
	fn      *T
	process func(fn *T, args []any) []any
	typ     reflect.Type
}

func (d *direct[T]) Name() string          { return d.typ.String() + "." + method }
func (d *direct[T]) Type() reflect.Type    { return d.typ }
func (d *direct[T]) Call(args []any) []any { return d.process(d.fn, args) }

// Side returns the option of beam.ParDo that gives the DoFn fn, a pointer to its struct, a
// side input.
//
// Side panics if fn has a method StartBundle. Beam passes side inputs to that method, too,
// and Flink may ask for them there before it can give them. Such a DoFn begins a bundle with
// the first element.
func Side(fn any, side beam.PCollection) beam.Option {
	if t := reflect.TypeOf(fn); hasMethod(t, "StartBundle") {
		panic(fmt.Sprintf(
			"%v has a side input, so it must not have a method StartBundle: begin bundles with the first element", t))
	}
	return beam.SideInput{Input: side}
}

func hasMethod(t reflect.Type, name string) bool {
	_, ok := t.MethodByName(name)
	return ok
}

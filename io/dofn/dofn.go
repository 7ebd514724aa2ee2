// Package dofn registers DoFns. The generic registration of Beam (its package
// register) makes some thousand functions for each DoFn, for every way its methods may
// be called: a package of ten took 27 s and 1.7 GB to compile, and the binary had
// 200 MB. The plain registration costs nothing there, but calls ProcessElement by
// reflection, some microseconds each time. Here both are had: the caller says in a line
// how ProcessElement is called.
package dofn

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
)

// Plain registers a DoFn, given as a pointer to its struct. It is called by reflection:
// right for elements that stand for many records, such as the blocks of a shard.
func Plain(fn any) { beam.RegisterDoFn(fn) }

// Direct registers the DoFn T, for elements that are many. process calls ProcessElement
// of fn with args, which have the types of its parameters, and returns its results.
func Direct[T any](process func(fn *T, args []any) []any) {
	beam.RegisterDoFn(new(T))
	reflectx.RegisterStructWrapper(reflect.TypeFor[T](), func(fn any) map[string]reflectx.Func {
		f := fn.(*T)
		return map[string]reflectx.Func{method: &direct[T]{f, process, reflect.ValueOf(f).MethodByName(method).Type()}}
	})
}

const method = "ProcessElement"

// direct is ProcessElement of one fn.
type direct[T any] struct {
	fn      *T
	process func(fn *T, args []any) []any
	typ     reflect.Type
}

func (d *direct[T]) Name() string          { return d.typ.String() + "." + method }
func (d *direct[T]) Type() reflect.Type    { return d.typ }
func (d *direct[T]) Call(args []any) []any { return d.process(d.fn, args) }

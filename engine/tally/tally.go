// Package tally counts something over all documents into one table, which is small enough to
// be a side input of the stage that needs it.
//
// A stage counts the documents of a bundle, or sums what all bundles counted of a shard, and sends its counts as
// records (engine.Send), under the key 0. Method.Table makes the table of all of them, and Make builds that step.
// Counts of words have a packed form: see WordCount.
package tally

import (
	"context"
	"fmt"
	"iter"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
)

func init() { register.Emitter1[[]byte]() }

// Method says how counts, records of the type R, become a table. It is a struct, whose exported fields travel to the
// workers.
type Method[R any] interface {
	// Table returns the table of all counts, which come in no order; none come if there are no documents.
	Table(counts iter.Seq[*R]) ([]byte, error)
}

// Register registers a method. It must be called in an init function.
func Register[M Method[R], R any]() { engine.RegisterJoin[*maker[M, R]]() }

// Make makes a table of counts that were sent under the key 0.
func Make[T any, M Method[R], R any](s beam.Scope, method M, counts engine.Sent[int, R]) Table[T] {
	made := engine.Join(s, "tally.Make", &maker[M, R]{Method: method}, counts, engine.Nothing[R](s))
	return Table[T]{col: made.Table.Collection()}
}

// maker makes the table.
type maker[M Method[R], R any] struct {
	Method M
	Table  engine.Elements[[]byte]
}

func (st *maker[M, R]) Join(_ context.Context, _ int, counts iter.Seq[*R]) error {
	table, err := st.Method.Table(counts)
	if err == nil {
		st.Table.Emit(table)
	}
	return err
}

// Given makes a table that does not depend on the documents: encoded.
func Given[T any](s beam.Scope, encoded []byte) Table[T] {
	return Table[T]{col: beam.Create(s, encoded)}
}

// Table is a table of the type T: a PCollection<[]byte> of one element, which is an encoded T.
// The zero value is no table.
type Table[T any] struct {
	col beam.PCollection
	_   [0]T // tables of different types cannot be converted
}

// Collection returns the PCollection<[]byte>.
func (t Table[T]) Collection() beam.PCollection { return t.col }

// Require panics if needed is set and t is no table, or t is a table that is not needed. stage and
// method are for the text of the panic.
func (t Table[T]) Require(needed bool, stage, method string) {
	switch given := t.col.IsValid(); {
	case needed && !given:
		panic(fmt.Sprintf("%s: %s needs a table of %v, but there is none", stage, method, reflect.TypeFor[T]()))
	case given && !needed:
		panic(fmt.Sprintf("%s: %s has no use for a table of %v", stage, method, reflect.TypeFor[T]()))
	}
}

// Input returns the table as a side input of a typed stage. T must have a method Read.
func (t Table[T]) Input() engine.Side[T] { return engine.SideOf[T](t.col) }

// Side returns the options of beam.ParDo that give the DoFn fn the table as a side input: none
// if t is no table. It panics as dofn.Side does.
func (t Table[T]) Side(fn any) []beam.Option {
	if !t.col.IsValid() {
		return nil
	}
	return []beam.Option{dofn.Side(fn, t.col)}
}

// Package tally counts something over all documents into one table, which is small enough to
// be a side input of the stage that needs it.
//
// A table is made in three steps:
//
//  1. A DoFn of the caller counts the documents of a bundle. It sends the counts of each part
//     of the table under the number of the part: a PCollection<KV<int,[]byte>>.
//  2. Method.Sum adds what all bundles counted of one part, and keeps what the table needs.
//  3. Method.Join makes the table of all parts.
//
// Make builds the last two. Counts of words have a packed form of step 1: see Words.
package tally

import (
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/dofn"
)

func init() {
	register.Function2x0(emptyFn)
	register.Emitter1[[]byte]()
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// Method says how counts become a table. It is a struct, whose exported fields travel to the
// workers. Its results must not depend on the order of what it reads.
type Method interface {
	// Sum returns what the table needs of a part: at least one byte. counted iterates over
	// what the bundles counted of the part.
	Sum(part int, counted func(*[]byte) bool) ([]byte, error)
	// Join returns the table. summed iterates over the results of Sum: none if there are no
	// documents.
	Join(summed func(*[]byte) bool) ([]byte, error)
}

// Register registers the DoFns of a method. It must be called in an init function.
func Register[M Method]() {
	dofn.Plain(&sumFn[M]{})
	dofn.Plain(&joinFn[M]{})
}

// Make makes a table. grouped is a PCollection<CoGBK<int,[]byte>> of counts by part.
func Make[T any, M Method](s beam.Scope, method M, grouped beam.PCollection) Table[T] {
	summed := beam.ParDo(s, &sumFn[M]{method}, grouped)
	empty := beam.ParDo(s, emptyFn, beam.Impulse(s)) // else there is no table if there are no documents
	return Table[T]{col: beam.ParDo(s, &joinFn[M]{method}, beam.GroupByKey(s, beam.Flatten(s, summed, empty)))}
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

// sumFn makes what the table needs of one part.
type sumFn[M Method] struct{ Method M }

func (fn *sumFn[M]) ProcessElement(part int, counted func(*[]byte) bool, emit func(int, []byte)) error {
	sum, err := fn.Method.Sum(part, counted)
	if err == nil {
		emit(0, sum)
	}
	return err
}

// emptyFn makes an element of no bytes, which joinFn passes over.
func emptyFn(_ []byte, emit func(int, []byte)) { emit(0, nil) }

// joinFn makes the table.
type joinFn[M Method] struct{ Method M }

func (fn *joinFn[M]) ProcessElement(_ int, summed func(*[]byte) bool, emit func([]byte)) error {
	table, err := fn.Method.Join(func(b *[]byte) bool {
		for summed(b) {
			if len(*b) > 0 {
				return true
			}
		}
		return false
	})
	if err == nil {
		emit(table)
	}
	return err
}

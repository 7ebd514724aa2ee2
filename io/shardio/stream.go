package shardio

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() { register.Emitter2[[]byte, []byte]() }

// Record is a record that is a line of a result.
type Record interface {
	// SortKey returns the bytes that order the records of a stream. No key is the beginning
	// of another one.
	SortKey() []byte
}

// StreamOf returns a function that makes the stream called name of one or more PCollection<T>.
// Its lines are the records as JSON, sorted by their keys. Call StreamOf for a package
// variable: every process of a job must have called it before the job starts.
func StreamOf[T Record](name string) func(s beam.Scope, collections ...beam.PCollection) Stream {
	registerLine[T]()
	return func(s beam.Scope, collections ...beam.PCollection) Stream {
		if len(collections) == 0 {
			panic(fmt.Sprintf("shardio: stream %s has no collection", name))
		}
		lines := make([]beam.PCollection, len(collections))
		for i, collection := range collections {
			lines[i] = beam.ParDo(s, &lineFn[T]{}, collection)
		}
		return Stream{Name: name, Lines: lines[0], More: lines[1:]}
	}
}

// lineFn makes the lines of records. Beam knows a generic DoFn by the name of its type, which
// contains that of the record; all generic functions of one name have one name for it.
type lineFn[T Record] struct{}

func (fn *lineFn[T]) ProcessElement(v T, emit func(key, line []byte)) error {
	line, err := record.JSON(v)
	if err != nil {
		return err
	}
	emit(v.SortKey(), line)
	return nil
}

// lineFns are the records whose lineFn is registered: two streams may have the same.
var lineFns sync.Map

func registerLine[T Record]() {
	if _, done := lineFns.LoadOrStore(reflect.TypeFor[T](), true); done {
		return
	}
	dofn.Direct(func(fn *lineFn[T], a []any) []any {
		return []any{fn.ProcessElement(a[0].(T), a[1].(func(key, line []byte)))}
	})
}

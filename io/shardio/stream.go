package shardio

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
)

// Stream is the lines of one kind of a result. Lines are sorted by key, as bytes, and lines of one key by their bytes.
type Stream struct {
	// Name begins the names of its files: NAME-00000-of-00001.jsonl.
	Name string
	// Optional is true if a stream without a line has no file, and is not in the summary.
	Optional bool
	// Sinks are the names of the sinks that write the stream (RegisterFiles, RegisterSink).
	// Nil: JSONL.
	Sinks []string

	// pack packs the lines as those of the stream with this number.
	pack func(s beam.Scope, p engine.Params, number int) []engine.Blocks[line]
}

// To returns the stream with these sinks in place of its own.
func (st Stream) To(sinks ...string) Stream {
	st.Sinks = sinks
	return st
}

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
	if _, done := registered.LoadOrStore(reflect.TypeFor[T](), true); !done {
		engine.RegisterMap[*pack[T], T]()
	}
	return func(_ beam.Scope, collections ...beam.PCollection) Stream {
		if len(collections) == 0 {
			panic(fmt.Sprintf("shardio: stream %s has no collection", name))
		}
		return Stream{Name: name, pack: func(s beam.Scope, p engine.Params, number int) (all []engine.Blocks[line]) {
			// if they were flattened, the embedded runner would keep every record at once
			for _, records := range collections {
				st := engine.Map(s, p, "shardio.Pack", records, &pack[T]{packer{Stream: number}})
				all = append(all, st.Lines.Blocks())
			}
			return all
		}}
	}
}

// registered are the records whose pack is registered: two streams may have the same.
var registered sync.Map

// BatchesOf returns the stream called name of a PCollection<[]byte> of batches of lines (package lines).
func BatchesOf(name string, batches beam.PCollection) Stream {
	return Stream{Name: name, pack: func(s beam.Scope, p engine.Params, number int) []engine.Blocks[line] {
		return []engine.Blocks[line]{engine.Map(s, p, "shardio.Pack", batches,
			&packBatch{packer{Stream: number}}).Lines.Blocks()}
	}}
}

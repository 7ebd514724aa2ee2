package analysis

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
)

func init() {
	dofn.Direct(func(fn *keepFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Analysed), a[1].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&loadFn{})
}

// Keep returns the elements of a PCollection<record.Analysed> as a second collection, which is
// made only when the first one is complete. Between the two they are in the spool: four bytes
// for each word or Han character, and one more with spans.
//
// A method that needs a table of the whole collection makes the table of the first collection,
// and compares the documents of the second. So the documents are read and analysed once. Keep
// panics if sh is not valid or has no Spool: the runner would then keep the documents in memory.
func Keep(s beam.Scope, sh shuffle.Params, analysed beam.PCollection) beam.PCollection {
	s = s.Scope("analysis.Keep")
	if err := sh.Validate(); err != nil {
		panic(err)
	}
	if sh.Spool == "" {
		panic("analysis.Keep: there is no spool to keep documents in")
	}
	sh.Shards = 1 // documents are kept in no order
	kept := beam.ParDo(s, &keepFn{Shuffle: sh}, analysed)
	return beam.ParDo(s, &loadFn{}, beam.Reshuffle(s, kept))
}

// keepFn packs documents into blocks.
type keepFn struct {
	Shuffle shuffle.Params

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *keepFn) StartBundle(_ func(int, []byte)) { fn.packer = shuffle.NewPacker(fn.Shuffle) }

func (fn *keepFn) ProcessElement(a record.Analysed, emit func(int, []byte)) {
	fn.payload = record.AppendAnalysed(fn.payload[:0], a)
	fn.packer.Add(a.Key, fn.payload, emit)
	if cap(fn.payload) > largeText {
		fn.payload = nil
	}
}

func (fn *keepFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// loadFn takes the documents out of a block.
type loadFn struct{}

func (fn *loadFn) ProcessElement(_ int, block []byte, emit func(record.Analysed)) error {
	var failed error
	err := shuffle.Each(block, func(_ uint64, payload []byte) {
		if failed != nil {
			return
		}
		var a record.Analysed
		if a, failed = record.ReadAnalysed(payload); failed == nil {
			emit(a)
		}
	})
	if err != nil {
		return err
	}
	return failed
}

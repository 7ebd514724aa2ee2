package candidate

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/io/record"
)

func init() {
	dofn.Direct(func(fn *sizeFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Analysed), a[1].(func(int, int64)))
		return nil
	})
	register.Function2x0(noDocuments)
	register.Function2x1(sumSizes)
	register.Emitter2[int, int64]()
	register.Iter1[int64]()
}

// Size counts the documents of a PCollection<record.Analysed>. The result is a
// PCollection<int64> of one element.
func Size(s beam.Scope, analysed beam.PCollection) beam.PCollection {
	s = s.Scope("candidate.Size")
	none := beam.ParDo(s, noDocuments, beam.Impulse(s)) // an input without a document has a size, too
	return beam.ParDo(s, sumSizes, beam.GroupByKey(s, beam.Flatten(s, beam.ParDo(s, &sizeFn{}, analysed), none)))
}

// sizeFn counts the documents of a bundle.
type sizeFn struct{ n int64 }

func (fn *sizeFn) StartBundle(_ func(int, int64)) { fn.n = 0 }

func (fn *sizeFn) ProcessElement(_ record.Analysed, _ func(int, int64)) { fn.n++ }

func (fn *sizeFn) FinishBundle(emit func(int, int64)) { emit(0, fn.n) }

func noDocuments(_ []byte, emit func(int, int64)) { emit(0, 0) }

func sumSizes(_ int, counts func(*int64) bool) int64 {
	sum, n := int64(0), int64(0)
	for counts(&n) {
		sum += n
	}
	return sum
}

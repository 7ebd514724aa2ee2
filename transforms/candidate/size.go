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
	register.Function2x0(noCount)
	register.Function2x1(addUp)
	register.Emitter2[int, int64]()
	register.Iter1[int64]()
}

// Size counts the documents of a PCollection<record.Analysed>. The result is a
// PCollection<int64> of one element.
func Size(s beam.Scope, analysed beam.PCollection) beam.PCollection {
	s = s.Scope("candidate.Size")
	return Total(s, beam.ParDo(s, &sizeFn{}, analysed))
}

// Total adds up counts, a PCollection<KV<int,int64>> with the key 0. The result is a PCollection<int64> of one element:
// 0 if there is no count.
func Total(s beam.Scope, counts beam.PCollection) beam.PCollection {
	none := beam.ParDo(s, noCount, beam.Impulse(s))
	return beam.ParDo(s, addUp, beam.GroupByKey(s, beam.Flatten(s, counts, none)))
}

// sizeFn counts the documents of a bundle.
type sizeFn struct{ n int64 }

func (fn *sizeFn) StartBundle(_ func(int, int64)) { fn.n = 0 }

func (fn *sizeFn) ProcessElement(_ record.Analysed, _ func(int, int64)) { fn.n++ }

func (fn *sizeFn) FinishBundle(emit func(int, int64)) { emit(0, fn.n) }

func noCount(_ []byte, emit func(int, int64)) { emit(0, 0) }

func addUp(_ int, counts func(*int64) bool) int64 {
	total, n := int64(0), int64(0)
	for counts(&n) {
		total += n
	}
	return total
}

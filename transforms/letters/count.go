package letters

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/spelling"
)

func init() {
	dofn.Plain(&countFn{})
	register.Function2x0(noLetters)
	register.Function2x1(sumLetters)
}

// Count counts the letters of documents. The result is a PCollection<int64> of one element.
func Count(s beam.Scope, kept shuffle.Blocks[record.Analysed]) beam.PCollection {
	s = s.Scope("letters.Count")
	none := beam.ParDo(s, noLetters, beam.Impulse(s)) // an input without a document has a number of letters, too
	return beam.ParDo(s, sumLetters, beam.GroupByKey(s, beam.Flatten(s, beam.ParDo(s, &countFn{}, kept.Collection()), none)))
}

// countFn counts the letters of a bundle.
type countFn struct {
	n        int64
	spelling spelling.Spelling // scratch
}

func (fn *countFn) StartBundle(_ func(int, int64)) { fn.n = 0 }

func (fn *countFn) ProcessElement(_ int, kept []byte, _ func(int, int64)) error {
	return analysis.EachKept(kept, func(a *record.Analysed) error {
		if err := fn.spelling.Read(a.Spelling, len(a.Words)); err != nil {
			return err
		}
		fn.n += int64(len(fn.spelling.Text.Chars))
		return nil
	})
}

func (fn *countFn) FinishBundle(emit func(int, int64)) { emit(0, fn.n) }

func noLetters(_ []byte, emit func(int, int64)) { emit(0, 0) }

func sumLetters(_ int, counts func(*int64) bool) int64 {
	sum, n := int64(0), int64(0)
	for counts(&n) {
		sum += n
	}
	return sum
}

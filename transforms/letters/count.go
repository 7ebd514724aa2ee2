package letters

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/spelling"
	"example.org/diagonal/transforms/candidate"
)

func init() { dofn.Plain(&countFn{}) }

// Count counts the letters of documents. The result is a PCollection<int64> of one element.
func Count(s beam.Scope, kept shuffle.Blocks[record.Analysed]) beam.PCollection {
	s = s.Scope("letters.Count")
	return candidate.Total(s, beam.ParDo(s, &countFn{}, kept.Collection()))
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

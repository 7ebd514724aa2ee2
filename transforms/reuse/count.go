package reuse

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/prefix"
)

func init() {
	dofn.Direct(func(fn *countFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)))
		return nil
	})
	tally.Register[orderTable]()
}

// Count counts the words of documents, for the order in which Emit takes them. analysed is a
// PCollection<record.Analysed>; Count uses its words. Count panics if p is not valid.
func Count(s beam.Scope, p Params, analysed beam.PCollection) tally.Table[prefix.Order] {
	p.check()
	s = s.Scope("reuse.Count")
	counts := shuffle.BlocksOf[tally.WordCount](p.Shuffle, beam.ParDo(s, &countFn{Params: p}, analysed))
	return tally.Make[prefix.Order](s, orderTable{p.Shuffle}, shuffle.Group(s, p.Shuffle, counts))
}

// countFn counts the words of a bundle.
type countFn struct {
	Params Params

	counter *tally.Counter
}

func (fn *countFn) StartBundle(_ func(int, []byte)) { fn.counter = tally.NewCounter(fn.Params.Shuffle) }

func (fn *countFn) ProcessElement(_ context.Context, a record.Analysed, emit func(int, []byte)) {
	fn.counter.AddWords(a.Words)
	fn.counter.FlushFull(emit)
}

func (fn *countFn) FinishBundle(emit func(int, []byte)) { fn.counter.Finish(nil, emit) }

// orderTable makes the table of words (tally.Method).
type orderTable struct{ Shuffle shuffle.Params }

// Sum returns the frequent words of a shard, each with its count, behind a byte that is 0.
func (t orderTable) Sum(_ int, blocks func(*[]byte) bool) ([]byte, error) {
	sum := []byte{0}
	nothing := func([]byte) error { return nil }
	err := tally.EachWord(t.Shuffle, "reuse.Count", blocks, nothing, tally.ReadCount, func(c vocabulary.Count) {
		if prefix.ClassOf(c.N) > 0 {
			sum = vocabulary.AppendCounts(sum, c)
		}
	})
	return sum, err
}

// Join returns the table (prefix.OrderOf).
func (t orderTable) Join(parts func(*[]byte) bool) ([]byte, error) {
	counts, err := tally.JoinWords(parts, func(r *wire.Reader) { r.Byte() })
	if err != nil {
		return nil, err
	}
	table := make([]byte, 0, 5*len(counts))
	for _, c := range counts {
		table = prefix.AppendWord(table, c.Word, prefix.ClassOf(c.N))
	}
	return table, nil
}

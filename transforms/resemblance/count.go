package resemblance

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance/rarity"
	"example.org/diagonal/transforms/signature/shingle"
)

func init() {
	dofn.Direct(func(fn *countFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&sumFn{})
	dofn.Plain(&tableFn{})
	register.Function2x0(emptyFn)
	register.Emitter1[[]byte]()
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// Rarity counts the elements of documents, for Emit. analysed is a
// PCollection<record.Analysed>, of which the words are used; the result is a
// PCollection<[]byte> of one element. Rarity panics if p is not valid.
func Rarity(s beam.Scope, p Params, analysed beam.PCollection) beam.PCollection {
	s = start(s, "Rarity", p)
	counted := beam.ParDo(s, &countFn{Params: p}, analysed)
	summed := beam.ParDo(s, &sumFn{Params: p}, beam.GroupByKey(s, counted))
	empty := beam.ParDo(s, emptyFn, beam.Impulse(s)) // an input without a document has a table, too
	return beam.ParDo(s, &tableFn{Params: p}, beam.GroupByKey(s, beam.Flatten(s, summed, empty)))
}

// parts is the number of parts that the table is counted in.
const parts = 64

// countFn counts the elements of a bundle.
type countFn struct {
	Params Params

	taker *taker
	table *rarity.Table
}

func (fn *countFn) StartBundle(_ func(int, []byte)) {
	tableBits, _ := fn.Params.table()
	fn.taker, fn.table = newTaker(fn.Params), rarity.New(tableBits)
}

func (fn *countFn) ProcessElement(_ context.Context, a record.Analysed, _ func(int, []byte)) {
	if _, sample := fn.Params.table(); !sampled(a.Words, sample) {
		return
	}
	// A shingle that a document repeats is counted twice: that is one document more
	// than the truth, which is allowed.
	for _, e := range fn.taker.take(a.Words) {
		fn.table.Add(spread(e))
	}
}

func (fn *countFn) FinishBundle(emit func(int, []byte)) {
	counters := fn.table.Counters()
	size := len(counters) / parts
	for part := range parts {
		emit(part, rarity.AppendPart(nil, counters[part*size:(part+1)*size]))
	}
	fn.table = nil
}

// sampled says whether a document is one of the 1/2^sample that are counted. Its first
// words decide, whoever asks.
func sampled(words []uint32, sample int) bool {
	return sample == 0 || shingle.Hash(words[:min(len(words), 16)])<<(64-sample) == 0
}

// sumFn sums one part of the table.
type sumFn struct {
	Params Params
}

func (fn *sumFn) ProcessElement(part int, counted func(*[]byte) bool, emit func(int, []byte)) error {
	tableBits, _ := fn.Params.table()
	counters := make([]byte, 1<<tableBits/2/parts)
	var b []byte
	for counted(&b) {
		if err := rarity.AddPart(counters, b); err != nil {
			return err
		}
	}
	emit(0, rarity.AppendPart(binary.AppendUvarint(nil, uint64(part)), counters))
	return nil
}

func emptyFn(_ []byte, emit func(int, []byte)) { emit(0, nil) }

// tableFn joins the parts.
type tableFn struct {
	Params Params
}

func (fn *tableFn) ProcessElement(_ int, summed func(*[]byte) bool, emit func([]byte)) error {
	tableBits, _ := fn.Params.table()
	counters := make([]byte, 1<<tableBits/2)
	size := len(counters) / parts
	var b []byte
	for summed(&b) {
		if len(b) == 0 {
			continue
		}
		part, w := binary.Uvarint(b)
		if w <= 0 || part >= parts {
			return errors.New("resemblance: a part of the table of rarity is damaged")
		}
		if err := rarity.AddPart(counters[int(part)*size:][:size], b[w:]); err != nil {
			return err
		}
	}
	emit(counters)
	return nil
}

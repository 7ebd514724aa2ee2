package cleaning

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// Repeated keeps the runs of words that stand twice: it makes, of runs by the hash of
// their words, RunCopies by IDKey, for Orders. Two different runs may share
// a hash. That costs a look and no text, for what is cut is compared by First. Repeated
// panics if p is not valid.
func Repeated(s beam.Scope, p Params, runs shuffle.Blocks[record.Run]) (copies shuffle.Blocks[record.Copy]) {
	s = s.Scope("cleaning.Repeated")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	return shuffle.BlocksOf[record.Copy](p.Shuffle, beam.ParDo(s, &repeatedFn{Params: p}, shuffle.Group(s, p.Shuffle, runs)))
}

type repeatedFn struct {
	Params Params

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
}

func (fn *repeatedFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *repeatedFn) ProcessElement(_ int, blocks func(*[]byte) bool, toID func(int, []byte)) error {
	return each(blocks, func(sorted *block.Sorted, i, end int) error {
		if end-i < 2 {
			return nil
		}
		for ; i < end; i++ {
			r, err := record.ReadRun(sorted.Payload(i))
			if err != nil {
				return err
			}
			fn.payload = record.AppendCopy(fn.payload[:0], &record.Copy{Start: r.Start, End: r.End, Kind: record.RunCopy})
			fn.packer.Add(r.Document, fn.payload, toID)
		}
		return nil
	})
}

func (fn *repeatedFn) FinishBundle(toID func(int, []byte)) { fn.packer.Flush(toID) }

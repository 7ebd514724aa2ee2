package partition

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/resemblance"
)

func init() { dofn.Plain(&listFn{}) }

// List lists the documents of pages of several documents: a PCollection<record.InSet>. members is the
// Listed of resemblance.Classes, placed the results of Assign and Divide. List panics if p is not
// valid.
func List(s beam.Scope, p Params, members shuffle.Blocks[resemblance.Member], placed ...shuffle.Blocks[Placed]) (sets, ledger beam.PCollection) {
	s = start(s, "List", p)
	return beam.ParDo2(s, &listFn{Shuffle: p.Shuffle}, shuffle.Group(s, p.Shuffle, members, shuffle.Flatten(s, placed...)))
}

type listFn struct {
	Shuffle shuffle.Params

	ledger shuffle.Ledger
}

func (fn *listFn) StartBundle(_ func(record.InSet), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
}

func (fn *listFn) ProcessElement(_ int, blocks func(*[]byte) bool, sets func(record.InSet), _ func(string, int64)) error {
	return fn.Shuffle.EachGroup("partition.List", blocks, func(sorted *block.Sorted, from, to int) error {
		last := sorted.Payload(to - 1)
		if last[0] != tagPlaced {
			return nil // the page is its only document, and has its line
		}
		p, err := readPlaced(last)
		if err != nil {
			return err
		}
		for i := from; i < to-1; i++ {
			check, id, err := resemblance.ReadMember(sorted.Payload(i))
			if err != nil {
				return err
			}
			if check != p.Check { // other words with the same key
				fn.ledger.Add(Sets, 1)
				fn.ledger.Add(sizeName(1), 1)
				sets(record.InSet{ID: id, Set: id, Representative: id, R: 1})
				continue
			}
			sets(record.InSet{ID: id, Set: p.Set, Representative: p.Representative, R: p.R})
		}
		return nil
	})
}

func (fn *listFn) FinishBundle(_ func(record.InSet), ledger func(string, int64)) {
	fn.ledger.Flush(ledger)
}

package reuse

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/lists"
)

func init() {
	dofn.Plain(&compareFn{})
	dofn.Plain(&joinFn{})
}

// Compare compares wordings in their cells. pairs is the result of Meet, or the zero value if the
// method does not meet; then all of a cell are compared. likes is by wording, for both wordings of a
// pair that is alike. ledger is a PCollection<KV<string,int64>>. Compare panics if p is not valid.
func Compare(s beam.Scope, p Params, delivered shuffle.Blocks[Delivered], pairs shuffle.Blocks[delivery.Pair]) (likes shuffle.Blocks[Like], ledger beam.PCollection) {
	s = start(s, "Compare", p)
	var fn any = &compareFn{comparer{Params: p}}
	if !p.Meets() {
		fn = &joinFn{comparer{Params: p}}
	}
	found, ledger := beam.ParDo2(s, fn, shuffle.Group(s, p.byCell(), delivered, pairs))
	return shuffle.BlocksOf[Like](p.Shuffle, found), ledger
}

// comparer sends what is alike, for both DoFns.
type comparer struct {
	Params Params

	likes   *shuffle.Packer
	ledger  shuffle.Ledger
	payload []byte // scratch, never emitted
}

func (fn *comparer) start() {
	fn.likes = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{AlikePairs: 0}
}

func (fn *comparer) finish(likes func(int, []byte), ledger func(string, int64)) {
	fn.likes.Flush(likes)
	fn.ledger.Flush(ledger)
}

// emit sends the pair of two wordings that are alike.
func (fn *comparer) emit(a, b *Delivered, shared int, likes func(int, []byte)) {
	fn.ledger.Add(AlikePairs, 1)
	longest := uint32(max(len(a.Words), len(b.Words)))
	for range 2 {
		fn.payload = appendLike(fn.payload[:0], Like{b.Wording, b.Documents, uint32(shared), longest})
		fn.likes.Add(a.Wording, fn.payload, likes)
		a, b = b, a
	}
}

// compareFn compares the pairs of a cell.
type compareFn struct{ comparer }

func (fn *compareFn) StartBundle(_ func(int, []byte), _ func(string, int64)) { fn.start() }

func (fn *compareFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, likes func(int, []byte), _ func(string, int64)) error {
	bounds := fn.Params.bounds()
	return delivery.EachPair(ctx, fn.Params.byCell(), "reuse.Compare", blocks, readDelivered, nil, func(_ delivery.Pair, a, b *Delivered) error {
		if a == nil || b == nil {
			return nil
		}
		fn.ledger.Add(ComparedPairs, 1)
		if shared := bag.Shared(a.Words, b.Words); bounds.Wanted(shared, len(a.Words), len(b.Words)) {
			fn.emit(a, b, shared, likes)
		}
		return nil
	})
}

func (fn *compareFn) FinishBundle(likes func(int, []byte), ledger func(string, int64)) {
	fn.finish(likes, ledger)
}

// joinFn finds the pairs of a cell by inverted lists.
type joinFn struct{ comparer }

func (fn *joinFn) StartBundle(_ func(int, []byte), _ func(string, int64)) { fn.start() }

func (fn *joinFn) ProcessElement(_ int, blocks func(*[]byte) bool, likes func(int, []byte), _ func(string, int64)) error {
	return fn.Params.byCell().EachGroup("reuse.Compare", blocks, func(sorted *block.Sorted, from, to int) error {
		indexed, others, err := fn.cell(sorted, from, to)
		if err != nil {
			return err
		}
		fn.join(indexed, others, likes)
		return nil
	})
}

func (fn *joinFn) FinishBundle(likes func(int, []byte), ledger func(string, int64)) {
	fn.finish(likes, ledger)
}

// cell returns the wordings of a cell that are indexed, and those that are looked up. In the cell of
// one group and itself, these are nil.
func (fn *joinFn) cell(sorted *block.Sorted, from, to int) (indexed, others []*Delivered, err error) {
	p := fn.Params
	x, y := delivery.GroupsOf(sorted.Key(from), p.Groups)
	for i := from; i < to; i++ {
		d, err := readDelivered(sorted.Payload(i))
		if err != nil {
			return nil, nil, err
		}
		first := shuffle.ShardOf(d.Wording, p.Groups) == x
		if p.Directed {
			first = record.SideOf(d.Wording) == record.Input
		}
		if first || x == y && !p.Directed {
			indexed = append(indexed, d)
		} else {
			others = append(others, d)
		}
	}
	return indexed, others, nil
}

// join finds the pairs of indexed and others, or of indexed if others is nil.
func (fn *joinFn) join(indexed, others []*Delivered, likes func(int, []byte)) {
	p, bounds := fn.Params, fn.Params.bounds()
	sets := make([][]uint64, len(indexed))
	for i, d := range indexed {
		sets[i] = d.Words.AppendElements(nil)
	}
	index := lists.New(sets)
	own := others == nil
	if own && !p.Directed {
		others = indexed
	}
	var elements []uint64
	for i, d := range others {
		end := len(indexed)
		if own {
			end = i
		}
		elements = d.Words.AppendElements(elements[:0])
		found := func(n, shared int) { fn.emit(indexed[n], d, shared, likes) }
		if p.Method == Inverted {
			fn.ledger.Add(ComparedPairs, int64(index.Each(elements, end, bounds.Needed, found)))
		} else {
			least := bounds.Needed(len(elements), len(elements))
			index.DivideSkip(elements, end, least, bounds.Needed, found)
		}
	}
}

package reuse

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/recent"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/prefix"
	"example.org/diagonal/transforms/reuse/sign"
)

func init() {
	dofn.Direct(func(fn *emitFn, a []any) []any {
		fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)), a[3].(func(int, []byte)), a[4].(func(int, []byte)), a[5].(func(int, []byte)))
		return nil
	})
	dofn.Plain(&emitOrderedFn{})
	register.Emitter2[int, []byte]()
}

// Emitted is the result of Emit.
type Emitted struct {
	// Members and Bags are by wording. A wording may have several bags, which are equal.
	Members shuffle.Blocks[Member]
	Bags    shuffle.Blocks[Bag]
	// Common and Rare are by key: Rare with Exact, of keys that few wordings have. There are none with Inverted and DivideSkip.
	Common, Rare shuffle.Blocks[Feature]
}

// Emit makes the records of the sentences of a PCollection<record.Analysed>; sentences without a
// word make none. table is the result of Count if p.Ordered, else the zero value; the documents are
// kept until it is made (analysis.Keep). Emit panics if p is not valid, or if the table is missing or
// not needed.
func Emit(s beam.Scope, p Params, analysed beam.PCollection, table tally.Table[prefix.Order]) Emitted {
	s = start(s, "Emit", p)
	table.Require(p.Ordered(), "reuse.Emit", p.Method)
	if !p.Ordered() {
		return p.emitted(beam.ParDo4(s, &emitFn{emitter{Params: p}}, analysed))
	}
	fn := &emitOrderedFn{emitter: emitter{Params: p}}
	kept := analysis.Keep(s, p.Shuffle.Ungrouped(), analysed)
	return p.emitted(beam.ParDo4(s, fn, kept.Collection(), table.Side(fn)...))
}

func (p Params) emitted(members, bags, common, rare beam.PCollection) Emitted {
	return Emitted{
		shuffle.BlocksOf[Member](p.Shuffle, members), shuffle.BlocksOf[Bag](p.Shuffle, bags),
		shuffle.BlocksOf[Feature](p.Shuffle, common), shuffle.BlocksOf[Feature](p.Shuffle, rare),
	}
}

// emitter makes the records of sentences, for both DoFns.
type emitter struct {
	Params Params

	members, bags, common, rare *shuffle.Packer
	order                       *prefix.Order
	plan                        prefix.Plan
	keys                        sign.Keys
	sent                        *recent.Set

	// scratch, never emitted
	bag             bag.Bag
	elements, ranks []uint64
	prefix          []prefix.Key
	signed          []uint32
	payload         []byte
}

// start begins a bundle. table is the order of words, or nil.
func (fn *emitter) start(table []byte) (err error) {
	p := fn.Params
	fn.members, fn.bags = shuffle.NewPacker(p.Shuffle), shuffle.NewPacker(p.Shuffle)
	fn.common, fn.rare = shuffle.NewPacker(p.Shuffle), shuffle.NewPacker(p.Shuffle)
	fn.plan, fn.sent = prefix.NewPlan(p.ThetaS), &recent.Set{}
	switch p.Method {
	case LSH:
		fn.keys = p.Sign.LSH()
	case QSign:
		fn.keys = p.Sign.Pieces()
	case PartEnum:
		fn.keys = p.Sign.PartEnum()
	}
	fn.order, err = prefix.OrderOf(table)
	return err
}

func (fn *emitter) document(a *record.Analysed, members, bags, common, rare func(int, []byte)) {
	for i := range a.Ends {
		words := a.Sentence(i)
		if len(words) == 0 {
			continue
		}
		fn.bag = bag.Append(fn.bag[:0], words)
		wording := wordingOf(fn.bag, a.Side)
		fn.payload = appendMember(fn.payload[:0], Member{a.Key, uint32(i), uint32(len(a.Ends)), uint32(len(words))})
		fn.members.Add(wording, fn.payload, members)
		if fn.sent.Had(wording) {
			continue
		}
		fn.payload = appendBag(fn.payload[:0], fn.bag)
		fn.bags.Add(wording, fn.payload, bags)
		if fn.Params.Meets() {
			fn.emitKeys(wording, common, rare)
		}
	}
}

// emitKeys emits the keys of a wording, whose bag is fn.bag.
func (fn *emitter) emitKeys(wording uint64, common, rare func(int, []byte)) {
	fn.elements = fn.bag.AppendElements(fn.elements[:0])
	fn.ranks = fn.order.AppendRanks(fn.ranks[:0], fn.elements)
	size := uint32(len(fn.ranks))
	m := prefix.Member{ID: wording, Size: size, Rest: size}
	m.Map, m.Wide = prefix.MapsOf(fn.ranks)
	if fn.Params.Method == Exact {
		slices.Sort(fn.ranks)
		fn.prefix = fn.plan.AppendKeys(fn.prefix[:0], fn.ranks)
		for _, k := range fn.prefix {
			m.Rest = k.Rest
			if k.Common {
				fn.emit(fn.common, k.Key, &m, common)
			} else {
				fn.emit(fn.rare, k.Key, &m, rare)
			}
		}
		return
	}
	m.Signature = fn.Params.Sign.Of(fn.bag)
	fn.signed = fn.keys.Append(fn.signed[:0], m.Signature)
	for _, key := range fn.signed {
		fn.emit(fn.common, key, &m, common)
	}
}

func (fn *emitter) emit(features *shuffle.Packer, key uint32, m *prefix.Member, emit func(int, []byte)) {
	fn.payload = appendFeature(fn.payload[:0], m, fn.Params.is(QSign, PartEnum))
	features.Add(featureKey(key, m), fn.payload, emit)
}

func (fn *emitter) finish(members, bags, common, rare func(int, []byte)) {
	fn.members.Flush(members)
	fn.bags.Flush(bags)
	fn.common.Flush(common)
	fn.rare.Flush(rare)
}

// emitFn makes records without a table.
type emitFn struct{ emitter }

func (fn *emitFn) StartBundle(_, _, _, _ func(int, []byte)) error { return fn.start(nil) }

func (fn *emitFn) ProcessElement(_ context.Context, a record.Analysed, members, bags, common, rare func(int, []byte)) {
	fn.document(&a, members, bags, common, rare)
}

func (fn *emitFn) FinishBundle(members, bags, common, rare func(int, []byte)) {
	fn.finish(members, bags, common, rare)
}

// emitOrderedFn takes the words of sentences in the order of a table.
type emitOrderedFn struct {
	emitter

	bundle dofn.Bundle
}

func (fn *emitOrderedFn) ProcessElement(_ int, kept, table []byte, members, bags, common, rare func(int, []byte)) error {
	if err := fn.bundle.Begin(func() error { return fn.start(table) }); err != nil {
		return err
	}
	return analysis.EachKept(kept, func(a *record.Analysed) error {
		fn.document(a, members, bags, common, rare)
		return nil
	})
}

func (fn *emitOrderedFn) FinishBundle(_ []byte, members, bags, common, rare func(int, []byte)) {
	fn.bundle.Finish(func() { fn.finish(members, bags, common, rare) })
}

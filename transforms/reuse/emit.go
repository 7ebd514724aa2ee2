package reuse

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/prefix"
	"example.org/diagonal/transforms/reuse/sign"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/recent"
	"example.org/diagonal/transforms/tally"
)

func init() {
	dofn.Direct(func(fn *emitFn, a []any) []any {
		return []any{fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].([]byte), a[3].(func(int, []byte)), a[4].(func(int, []byte)), a[5].(func(int, []byte)))}
	})
	register.Emitter2[int, []byte]()
}

// Emitted is the result of Emit.
type Emitted struct {
	// Members and Bags are by wording. A wording may have several bags, which are equal.
	Members shuffle.Blocks[Member]
	Bags    shuffle.Blocks[Bag]
	// Features is by key. There are none with Inverted and DivideSkip.
	Features shuffle.Blocks[Feature]
}

// Emit makes the records of the sentences of a PCollection<record.Analysed>; sentences without a
// word make none. table is the result of Count if p.Ordered, else the zero value. Emit panics if p
// is not valid, or if the table is missing or not needed.
func Emit(s beam.Scope, p Params, analysed beam.PCollection, table tally.Table[prefix.Order]) Emitted {
	s = start(s, "Emit", p)
	table.Require(p.Ordered(), "reuse.Emit", p.Method)
	if !p.Ordered() {
		table = tally.Given[prefix.Order](s, []byte{})
	}
	fn := &emitFn{Params: p}
	members, bags, features := beam.ParDo3(s, fn, analysed, table.Side(fn)...)
	return Emitted{shuffle.BlocksOf[Member](p.Shuffle, members), shuffle.BlocksOf[Bag](p.Shuffle, bags), shuffle.BlocksOf[Feature](p.Shuffle, features)}
}

// emitFn makes the records of sentences.
type emitFn struct {
	Params Params

	bundle                  dofn.Bundle
	members, bags, features *shuffle.Packer
	order                   *prefix.Order
	plan                    prefix.Plan
	keys                    sign.Keys
	sent                    *recent.Set

	// scratch, never emitted
	bag             bag.Bag
	elements, ranks []uint64
	prefix          []prefix.Key
	signed          []uint64
	payload         []byte
}

// start begins a bundle.
func (fn *emitFn) start(table []byte) (err error) {
	p := fn.Params
	fn.members, fn.bags, fn.features = shuffle.NewPacker(p.Shuffle), shuffle.NewPacker(p.Shuffle), shuffle.NewPacker(p.Shuffle)
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

func (fn *emitFn) ProcessElement(_ context.Context, a record.Analysed, table []byte, members, bags, features func(int, []byte)) error {
	if err := fn.bundle.Begin(func() error { return fn.start(table) }); err != nil {
		return err
	}
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
			fn.emitKeys(wording, features)
		}
	}
	return nil
}

// emitKeys emits the keys of a wording, whose bag is fn.bag.
func (fn *emitFn) emitKeys(wording uint64, features func(int, []byte)) {
	fn.elements = fn.bag.AppendElements(fn.elements[:0])
	fn.ranks = fn.order.AppendRanks(fn.ranks[:0], fn.elements)
	size := uint32(len(fn.ranks))
	m := prefix.Member{ID: wording, Size: size, Rest: size, Map: prefix.MapOf(fn.ranks)}
	if fn.Params.Method == Exact {
		slices.Sort(fn.ranks)
		fn.prefix = fn.plan.AppendKeys(fn.prefix[:0], fn.ranks)
		for _, k := range fn.prefix {
			m.Rest = k.Rest
			fn.emit(k.Key, &m, features)
		}
		return
	}
	m.Signature = fn.Params.Sign.Of(fn.bag)
	fn.signed = fn.keys.Append(fn.signed[:0], m.Signature)
	for _, key := range fn.signed {
		fn.emit(key, &m, features)
	}
}

func (fn *emitFn) emit(key uint64, m *prefix.Member, features func(int, []byte)) {
	fn.payload = appendFeature(fn.payload[:0], m, fn.Params.is(QSign, PartEnum))
	fn.features.Add(key, fn.payload, features)
}

func (fn *emitFn) FinishBundle(_ []byte, members, bags, features func(int, []byte)) {
	fn.bundle.Finish(func() {
		fn.members.Flush(members)
		fn.bags.Flush(bags)
		fn.features.Flush(features)
	})
}

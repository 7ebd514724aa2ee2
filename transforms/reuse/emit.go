package reuse

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/reuse/bag"
	"example.org/diagonal/transforms/reuse/prefix"
	"example.org/diagonal/transforms/reuse/sign"
)

func init() { analysis.RegisterMap[*emit]() }

// Emitted is the result of Emit.
type Emitted struct {
	// Members and Bags are by wording. A wording may have several bags, which are equal.
	Members engine.Blocks[Member]
	Bags    engine.Blocks[Bag]
	// Common and Rare are by key: Rare with Exact, of keys that few wordings have. There are none with Inverted and
	// DivideSkip.
	Common, Rare engine.Blocks[Feature]
}

// Emit makes the records of the sentences of a PCollection<record.Analysed>; sentences without a
// word make none. table is the result of Count if p.Ordered, else the zero value; the documents are
// kept until it is made. So with signs, the result of Choose, if p.Recall is set. Emit panics if p is not valid, or if
// a table is missing or not needed.
func Emit(
	s beam.Scope, p Params, analysed beam.PCollection, table tally.Table[prefix.Order], signs tally.Table[Signs],
) Emitted {
	p.check()
	table.Require(p.Ordered(), "reuse.Emit", p.Method)
	signs.Require(true, "reuse.Emit", p.Method)
	wait := p.Ordered() || p.Recall > 0
	st := analysis.Map(s, p.Shuffle, "reuse.Emit", analysed, wait, &emit{
		Params: p, Order: table.Input(), Signs: signs.Input(),
	})
	return Emitted{st.Members.Blocks(), st.Bags.Blocks(), st.Common.Blocks(), st.Rare.Blocks()}
}

// emit makes the records of sentences.
type emit struct {
	Params Params

	Order   engine.Side[prefix.Order]
	Signs   engine.Side[Signs]
	Members engine.Out[Member]
	Bags    engine.Out[Bag]
	Common  engine.Out[Feature]
	Rare    engine.Out[Feature]

	order prefix.Order
	plan  prefix.Plan
	sign  sign.Params
	keys  sign.Keys
	sent  *shuffle.Recent

	// scratch
	bag             bag.Bag
	elements, ranks []uint64
	prefix          []prefix.Key
	signed          []uint32
}

func (st *emit) StartBundle() {
	p := st.Params
	st.order, st.plan, st.sent = st.Order.Value(), prefix.NewPlan(p.ThetaS), &shuffle.Recent{}
	st.sign = st.Signs.Value().Params
	switch p.Method {
	case LSH:
		st.keys = st.sign.LSH()
	case QSign:
		st.keys = st.sign.Pieces()
	case PartEnum:
		st.keys = st.sign.PartEnum()
	}
}

func (st *emit) Map(_ context.Context, a record.Analysed) error {
	for i := range a.Ends {
		words := a.Sentence(i)
		if len(words) == 0 {
			continue
		}
		st.bag = bag.Append(st.bag[:0], words)
		wording := wordingOf(st.bag, a.Side)
		st.Members.Add(wording, Member{a.Key, uint32(i), uint32(len(a.Ends)), uint32(len(words))})
		if st.sent.Had(wording) {
			continue
		}
		st.Bags.Add(wording, Bag{st.bag})
		if st.Params.Meets() {
			st.emitKeys(wording)
		}
	}
	return nil
}

// emitKeys emits the keys of a wording, whose bag is st.bag.
func (st *emit) emitKeys(wording uint64) {
	st.elements = st.bag.AppendElements(st.elements[:0])
	st.ranks = st.order.AppendRanks(st.ranks[:0], st.elements)
	size := uint32(len(st.ranks))
	m := Feature{prefix.Member{ID: wording, Size: size, Rest: size}, st.Params.is(QSign, PartEnum)}
	m.Map, m.Wide = prefix.MapsOf(st.ranks)
	if st.Params.Method == Exact {
		slices.Sort(st.ranks)
		st.prefix = st.plan.AppendKeys(st.prefix[:0], st.ranks)
		for _, k := range st.prefix {
			m.Rest = k.Rest
			if k.Common {
				st.Common.Add(featureKey(k.Key, &m), m)
			} else {
				st.Rare.Add(featureKey(k.Key, &m), m)
			}
		}
		return
	}
	m.Signature = st.sign.Of(st.bag)
	st.signed = st.keys.Append(st.signed[:0], m.Signature)
	for _, key := range st.signed {
		st.Common.Add(featureKey(key, &m), m)
	}
}

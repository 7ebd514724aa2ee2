package letters

import (
	"context"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/letters/chain"
)

// chainPairs keeps the pairs of documents whose hits make chains, and sends them to their cells.
type chainPairs struct {
	Params Params

	Hits    engine.In[sharedHits]
	Letters engine.Side[int64]
	Pairs   engine.Out[delivery.Pair]
	Needs   engine.Out[delivery.Need]
	Ledger  engine.Ledger

	dealer *delivery.Dealer

	// scratch
	chainer chain.Chainer
	hits    []chain.Hit
	free    []chain.Hit // memory of Sort
	chains  []chain.Chain
	carried []byte
}

func (st *chainPairs) StartBundle() {
	st.dealer = delivery.NewDealer(st.Params.Shuffle, &st.Pairs, &st.Needs)
}

// largePair is a number of hits. The memory for a pair with more is not kept for the next one.
const largePair = 1 << 19

// Order gets the hits of a pair one after the other. Those of a long document with all others may be more than there is
// memory for.
func (st *chainPairs) Order(_ context.Context, _ int, records shuffle.Ordered) error {
	st.hits = st.hits[:0]
	var a, b uint64
	err := records.Each(func(key uint64, payload []byte) error {
		before := len(st.hits)
		other, hits, err := appendHits(st.hits, payload)
		if err != nil {
			return err
		}
		if st.hits = hits; key == a && other == b {
			return nil
		}
		st.hits = hits[:before]
		st.pair(a, b)
		a, b, st.hits = key, other, append(st.hits[:0], hits[before:]...)
		return nil
	})
	if err != nil {
		return err
	}
	st.pair(a, b)
	st.dealer.Finish()
	return nil
}

// pair sends the documents a and b, of which there are st.hits, if they make chains.
func (st *chainPairs) pair(a, b uint64) {
	if len(st.hits) == 0 {
		return
	}
	if len(st.hits) > largePair {
		defer func() { st.chainer, st.hits, st.free = chain.Chainer{}, nil, nil }()
	}
	min, bits := chain.MinBits(st.Letters.Value()), 0.0
	for _, h := range st.hits {
		bits += h.Says()
	}
	if bits < min || !st.chain(min) { // most pairs
		st.Ledger.Add(Unchained, 1)
		return
	}
	st.Ledger.Add(Chained, 1)
	st.dealer.Deal(delivery.Pair{A: a, B: b, Carried: st.carried})
}

// chain sets st.carried to the chains of st.hits that say enough, and reports whether there is one.
func (st *chainPairs) chain(min float64) bool {
	st.hits, st.free = chain.Sort(st.hits, st.free)
	st.hits = slices.Compact(st.hits) // of a document given twice
	st.chains = st.chainer.Append(st.chains[:0], st.hits, min)
	st.carried = st.carried[:0]
	for i := range st.chains {
		st.carried = appendChain(st.carried, &st.chains[i])
	}
	return len(st.carried) > 0
}

package letters

import (
	"slices"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/letters/chain"
)

// chainFn keeps the pairs of documents whose hits make chains, and sends them to their cells.
type chainFn struct {
	Params Params

	bundle dofn.Bundle
	dealer *delivery.Dealer
	ledger shuffle.Ledger

	// scratch, never emitted
	chainer chain.Chainer
	hits    []chain.Hit
	chains  []chain.Chain
	carried []byte
}

func (fn *chainFn) start() error {
	fn.dealer = delivery.NewDealer(fn.Params.Shuffle, fn.Params.Groups, fn.Params.Directed)
	fn.ledger = shuffle.Ledger{Unchained: 0, Chained: 0}
	return nil
}

func (fn *chainFn) ProcessElement(_ int, blocks func(*[]byte) bool, letters int64, pairs, needs func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	fn.dealer.Forget()
	least := chain.Least(letters)
	return fn.Params.Shuffle.EachGroup("letters.Find, pairs", blocks, func(sorted *block.Sorted, from, to int) error {
		return eachOther(sorted, from, to, func(first, end int) (err error) {
			fn.hits = fn.hits[:0]
			b, bits := uint64(0), 0.0
			for i := first; i < end; i++ {
				if b, fn.hits, err = readHits(fn.hits, sorted.Payload(i)); err != nil {
					return err
				}
			}
			for _, h := range fn.hits {
				bits += h.Says()
			}
			if bits < least || !fn.chain(least) { // most pairs
				fn.ledger.Add(Unchained, 1)
				return nil
			}
			fn.ledger.Add(Chained, 1)
			fn.dealer.Deal(delivery.Pair{A: sorted.Key(from), B: b, Carried: fn.carried}, pairs, needs)
			return nil
		})
	})
}

// chain sets fn.carried to the chains of fn.hits that say enough, and reports whether there is one.
func (fn *chainFn) chain(least float64) bool {
	slices.SortFunc(fn.hits, chain.Compare)
	fn.hits = slices.Compact(fn.hits) // of a document given twice
	fn.chains = fn.chainer.Append(fn.chains[:0], fn.hits)
	fn.carried = fn.carried[:0]
	for i := range fn.chains {
		if fn.chains[i].Bits < least {
			break
		}
		fn.carried = appendChain(fn.carried, &fn.chains[i])
	}
	return len(fn.carried) > 0
}

func (fn *chainFn) FinishBundle(_ int64, pairs, needs func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.dealer.Flush(pairs, needs)
		fn.ledger.Flush(ledger)
	})
}

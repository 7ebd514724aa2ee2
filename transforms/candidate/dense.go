package candidate

import (
	"slices"

	"example.org/diagonal/transforms/candidate/nearby"
	"example.org/diagonal/transforms/delivery"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

// denseFn keeps the pairs of documents whose matches lie near each other, and sends
// them to their cells.
type denseFn struct {
	Params NearParams

	dealer *delivery.Dealer
	ledger shuffle.Ledger

	kind signature.Kind // of the matches at hand
	// scratch, never emitted
	matches []unitMatch
	hits    []nearby.Hit
	grouper grouper
	pair    NearPair
	units   []byte
}

func (fn *denseFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.dealer = delivery.NewDealer(fn.Params.Shuffle, fn.Params.Groups)
	fn.ledger = shuffle.Ledger{}
}

func (fn *denseFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), _ func(string, int64)) error {
	fn.dealer.Forget()
	return fn.Params.Shuffle.EachGroup("candidate.Near", blocks, func(sorted *block.Sorted, from, to int) (err error) {
		fn.matches = fn.matches[:0]
		for i := from; i < to; i++ {
			if fn.kind, fn.matches, err = readUnitMatches(fn.matches, sorted.Payload(i)); err != nil {
				return err
			}
		}
		fn.grouper.each(fn.matches, func(b uint64, matches []unitMatch) {
			if !fn.near(matches) {
				fn.ledger.Add(SparsePairs, 1)
				return
			}
			fn.ledger.Add(NearPairs, 1)
			fn.dealer.Deal(delivery.Pair{A: sorted.Key(from), B: b, Carried: fn.unitsOf(matches)}, pairs, needs)
		})
		return nil
	})
}

// near reports whether the matches of a pair, which are sorted, make it a candidate.
// fn.hits are their hits. Matches of places become matches of their units.
func (fn *denseFn) near(matches []unitMatch) bool {
	fn.hits = fn.hits[:0]
	for _, m := range matches {
		fn.hits = append(fn.hits, nearby.Hit{A: m.I, B: m.K})
	}
	if fn.kind == signature.GramKind {
		return nearby.Dense(fn.hits, nearHits, nearWindow)
	}
	if !nearby.Apart(fn.hits, nearWindow) {
		return false
	}
	for i := range matches {
		m := &matches[i]
		m.I, m.K = chain.UnitOf(m.I), chain.UnitOf(m.K)
	}
	slices.SortFunc(matches, compareUnitMatches)
	return true
}

// unitsOf returns what the pair of documents with the given matches carries. It is valid
// until the next call.
func (fn *denseFn) unitsOf(matches []unitMatch) []byte {
	fn.pair = NearPair{Kind: fn.kind, Units: fn.pair.Units[:0], Rare: fn.pair.Rare[:0]}
	for _, m := range matches {
		fn.pair.Units, fn.pair.Rare = append(fn.pair.Units, m.I, m.K), append(fn.pair.Rare, m.Rare)
	}
	fn.units = fn.pair.appendUnits(fn.units[:0])
	return fn.units
}

func (fn *denseFn) FinishBundle(pairs, needs func(int, []byte), ledger func(string, int64)) {
	fn.dealer.Flush(pairs, needs)
	fn.ledger.Flush(ledger)
}

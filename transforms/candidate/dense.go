package candidate

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/candidate/nearby"
	"example.org/diagonal/transforms/delivery"
	"example.org/diagonal/transforms/shuffle"
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
	pair    NearPair
	units   []byte
}

func (fn *denseFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.dealer = delivery.NewDealer(fn.Params.Shuffle, fn.Params.Groups)
	fn.ledger = shuffle.Ledger{}
}

func (fn *denseFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("candidate.Near", blocks)
	if err != nil {
		return err
	}
	fn.dealer.Forget()
	for i := 0; i < sorted.Len(); {
		a, end := sorted.Key(i), sorted.Group(i)
		fn.matches = fn.matches[:0]
		for ; i < end; i++ {
			if fn.kind, fn.matches, err = readUnitMatches(fn.matches, sorted.Payload(i)); err != nil {
				return err
			}
		}
		slices.SortFunc(fn.matches, func(x, y unitMatch) int {
			return cmp.Or(cmp.Compare(x.B, y.B), compareUnitMatches(x, y))
		})
		for first, last := 0, 0; first < len(fn.matches); first = last {
			b := fn.matches[first].B
			fn.hits = fn.hits[:0]
			for ; last < len(fn.matches) && fn.matches[last].B == b; last++ {
				fn.hits = append(fn.hits, nearby.Hit{A: fn.matches[last].I, B: fn.matches[last].K})
			}
			matches := fn.matches[first:last]
			if !fn.near(matches) {
				fn.ledger.Add(SparsePairs, 1)
				continue
			}
			fn.ledger.Add(NearPairs, 1)
			fn.dealer.Deal(delivery.Pair{A: a, B: b, Carried: fn.unitsOf(matches)}, pairs, needs)
		}
	}
	return nil
}

// compareUnitMatches compares two matches of a pair of documents.
func compareUnitMatches(x, y unitMatch) int {
	rare := func(m unitMatch) int {
		if m.Rare {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(x.I, y.I), cmp.Compare(x.K, y.K), cmp.Compare(rare(x), rare(y)))
}

// near reports whether the matches of a pair, which are sorted, make it a candidate.
// fn.hits are their hits. Matches of places become matches of their units.
func (fn *denseFn) near(matches []unitMatch) bool {
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

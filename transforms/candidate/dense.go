package candidate

import (
	"cmp"
	"slices"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/candidate/nearby"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

// denseFn keeps the pairs of documents whose matches lie near each other, and sends
// them to their cells.
type denseFn struct {
	Params NearParams

	dealer *delivery.Dealer
	ledger shuffle.Ledger

	trace *trace.Pair // nil: none

	kind signature.Kind // of the matches at hand
	// scratch, never emitted
	matches []unitMatch
	hits    []nearby.Hit
	grouper grouper
	sorter  matchSorter
	pair    NearPair
	units   []byte
}

func (fn *denseFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.dealer = delivery.NewDealer(fn.Params.Shuffle, fn.Params.Groups, fn.Params.Directed)
	fn.ledger = shuffle.Ledger{}
	fn.trace = trace.Of(fn.Params.Trace)
}

func (fn *denseFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), _ func(string, int64)) error {
	fn.dealer.Forget()
	return fn.Params.Shuffle.EachGroup("candidate.Near, pairs", blocks, func(sorted *block.Sorted, from, to int) (err error) {
		fn.matches = fn.matches[:0]
		for i := from; i < to; i++ {
			if fn.kind, fn.matches, err = readUnitMatches(fn.matches, sorted.Payload(i)); err != nil {
				return err
			}
		}
		fn.grouper.each(fn.matches, func(b uint64, matches []unitMatch) {
			within := fn.Params.Census && sorted.Key(from) == b
			if within {
				fn.ledger.Add(WithinMatches, int64(len(matches)))
			}
			need := fn.need(matches)
			if fn.trace == nil && tooFew(matches, need) {
				fn.ledger.Add(SparsePairs, 1)
				return
			}
			fn.sorter.sort(matches)
			matches, copies := splitCopies(matches)
			near := fn.near(matches, need)
			if fn.trace != nil {
				fn.trace.SetNear(trace.Near{Matches: len(matches), Copies: len(copies), Enough: near, Need: need})
			}
			if !near {
				if matches = nil; len(copies) == 0 {
					fn.ledger.Add(SparsePairs, 1)
					return
				}
			}
			fn.ledger.Add(NearPairs, 1)
			if within {
				fn.ledger.Add(WithinPairs, 1)
			}
			fn.dealer.Deal(delivery.Pair{A: sorted.Key(from), B: b, Carried: fn.unitsOf(matches, copies)}, pairs, needs)
		})
		return nil
	})
}

// splitCopies returns the matches, which are sorted, without those of copies, and these.
func splitCopies(matches []unitMatch) (others, copies []unitMatch) {
	x, _ := slices.BinarySearchFunc(matches, signature.CopyMark, func(m unitMatch, mark uint32) int { return cmp.Compare(m.I, mark) })
	return matches[:x], matches[x:]
}

// need returns how many matches of a pair must be near each other.
func (fn *denseFn) need(matches []unitMatch) int {
	if fn.kind == signature.ChainKind && matches[0].Spaceless {
		return spacelessHits
	}
	return nearHits
}

// tooFew reports whether the matches of a pair, in any order, are less than need, and none is of a copy. So it is
// with most pairs.
func tooFew(matches []unitMatch, need int) bool {
	if len(matches) >= need {
		return false
	}
	for i := range matches {
		if matches[i].I&signature.CopyMark != 0 {
			return false
		}
	}
	return true
}

// near reports whether so many matches of a pair, which are sorted, are near each other. Matches of places become
// matches of their units.
func (fn *denseFn) near(matches []unitMatch, need int) bool {
	if len(matches) < need {
		return false
	}
	fn.takeHits(matches)
	if fn.kind == signature.GramKind {
		return nearby.Dense(fn.hits, need, nearWindow)
	}
	if !nearby.Apart(fn.hits, nearWindow) {
		return false
	}
	for i := range matches {
		m := &matches[i]
		m.I, m.K = chain.UnitOf(m.I), chain.UnitOf(m.K)
	}
	fn.sorter.sortInRows(matches)
	if need <= nearHits {
		return true
	}
	fn.takeHits(matches)
	return nearby.Dense(fn.hits, need, nearWindow)
}

// takeHits sets fn.hits to those of the matches.
func (fn *denseFn) takeHits(matches []unitMatch) {
	fn.hits = fn.hits[:0]
	for _, m := range matches {
		fn.hits = append(fn.hits, nearby.Hit{A: m.I, B: m.K})
	}
}

// unitsOf returns what the pair of documents with the given matches carries. It is valid
// until the next call.
func (fn *denseFn) unitsOf(matches, copies []unitMatch) []byte {
	fn.pair = NearPair{Kind: fn.kind, Units: fn.pair.Units[:0], Rare: fn.pair.Rare[:0], Copies: fn.pair.Copies[:0]}
	for x, m := range copies {
		if x == 0 || m.I != copies[x-1].I || m.K != copies[x-1].K {
			fn.pair.Copies = append(fn.pair.Copies, m.I&^signature.CopyMark, m.K)
		}
	}
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

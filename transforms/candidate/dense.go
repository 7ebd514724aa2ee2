package candidate

import (
	"cmp"
	"context"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/transforms/candidate/nearby"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

// dense keeps the pairs of documents whose matches lie near each other, and sends
// them to their cells.
type dense struct {
	Params NearParams

	Matches engine.In[unitMatches]
	Pairs   engine.Out[delivery.Pair]
	Needs   engine.Out[delivery.Need]
	Ledger  engine.Ledger

	dealer *delivery.Dealer
	trace  *trace.Pair    // nil: none
	kind   signature.Kind // of the matches at hand

	// scratch
	matches []unitMatch
	hits    []nearby.Hit
	grouper grouper
	sorter  matchSorter
	pair    NearPair
	units   []byte
}

func (st *dense) StartBundle() {
	st.dealer = delivery.NewDealer(st.Params.Shuffle, &st.Pairs, &st.Needs)
	st.trace = trace.Of(st.Params.Trace)
}

func (st *dense) FinishShard() error {
	st.dealer.Finish()
	return nil
}

func (st *dense) Reduce(_ context.Context, a uint64) (err error) {
	read := func(yield func([]unitMatch)) {
		for payload := range st.Matches.All {
			kind, some, damaged := readUnitMatches(st.matches[:0], *payload)
			if err = damaged; err != nil {
				return
			}
			st.kind, st.matches = kind, some
			yield(some)
		}
	}
	st.grouper.each(read, func(b uint64, matches []unitMatch) {
		if err != nil {
			return
		}
		within := st.Params.Census && a == b
		if within {
			st.Ledger.Add(WithinMatches, int64(len(matches)))
		}
		need := st.need(matches)
		if st.trace == nil && tooFew(matches, need) {
			st.Ledger.Add(SparsePairs, 1)
			return
		}
		st.sorter.sort(matches)
		matches, copies := splitCopies(matches)
		near := st.near(matches, need)
		if st.trace != nil {
			st.trace.SetNear(trace.Near{Matches: len(matches), Copies: len(copies), Enough: near, Need: need})
		}
		if !near {
			if matches = nil; len(copies) == 0 {
				st.Ledger.Add(SparsePairs, 1)
				return
			}
		}
		st.Ledger.Add(NearPairs, 1)
		if within {
			st.Ledger.Add(WithinPairs, 1)
		}
		st.dealer.Deal(delivery.Pair{A: a, B: b, Carried: st.unitsOf(matches, copies)})
	})
	return err
}

// splitCopies returns the matches, which are sorted, without those of copies, and these.
func splitCopies(matches []unitMatch) (others, copies []unitMatch) {
	x, _ := slices.BinarySearchFunc(matches, signature.CopyMark, func(m unitMatch, mark uint32) int {
		return cmp.Compare(m.I, mark)
	})
	return matches[:x], matches[x:]
}

// need returns how many matches of a pair must be near each other.
func (st *dense) need(matches []unitMatch) int {
	if st.kind == signature.ChainKind && matches[0].Spaceless {
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
func (st *dense) near(matches []unitMatch, need int) bool {
	if len(matches) < need {
		return false
	}
	st.takeHits(matches)
	if st.kind == signature.GramKind {
		return nearby.Dense(st.hits, need, nearWindow)
	}
	if !nearby.Apart(st.hits, nearWindow) {
		return false
	}
	for i := range matches {
		m := &matches[i]
		m.I, m.K = chain.UnitOf(m.I), chain.UnitOf(m.K)
	}
	st.sorter.sortInRows(matches)
	if need <= nearHits {
		return true
	}
	st.takeHits(matches)
	return nearby.Dense(st.hits, need, nearWindow)
}

// takeHits sets st.hits to those of the matches.
func (st *dense) takeHits(matches []unitMatch) {
	st.hits = st.hits[:0]
	for _, m := range matches {
		st.hits = append(st.hits, nearby.Hit{A: m.I, B: m.K})
	}
}

// unitsOf returns what the pair of documents with the given matches carries. It is valid
// until the next call.
func (st *dense) unitsOf(matches, copies []unitMatch) []byte {
	st.pair = NearPair{
		Kind: st.kind, Units: st.pair.Units[:0], Rare: st.pair.Rare[:0], Few: st.pair.Few[:0],
		Copies: st.pair.Copies[:0],
	}
	for x, m := range copies {
		if x == 0 || m.I != copies[x-1].I || m.K != copies[x-1].K {
			st.pair.Copies = append(st.pair.Copies, m.I&^signature.CopyMark, m.K)
		}
	}
	for _, m := range matches {
		st.pair.Units, st.pair.Rare, st.pair.Few = append(st.pair.Units, m.I, m.K), append(st.pair.Rare, m.Rare),
			append(st.pair.Few, m.Few)
	}
	st.units = st.pair.appendUnits(st.units[:0])
	return st.units
}

package candidate

import (
	"cmp"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/candidate/nearby"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/signature/chain"
)

// denseFn keeps the pairs of documents whose matches lie near each other, and sends
// them to their cells.
type denseFn struct {
	Params NearParams

	pairs, needs *shuffle.Packer
	ledger       shuffle.Ledger

	kind byte // of the matches at hand
	// scratch, never emitted
	matches []record.UnitMatch
	hits    []nearby.Hit
	pair    record.Pair
	payload []byte
}

func (fn *denseFn) StartBundle(_, _ func(int, []byte), _ func(string, int64)) {
	fn.pairs = shuffle.NewPacker(fn.Params.Shuffle)
	fn.needs = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *denseFn) ProcessElement(_ int, blocks func(*[]byte) bool, pairs, needs func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("candidate.Near", blocks)
	if err != nil {
		return err
	}
	asked := map[[2]uint64]bool{} // document and cell
	need := func(document, cell uint64) {
		if k := [2]uint64{document, cell}; !asked[k] {
			asked[k] = true
			fn.needs.Add(document, record.AppendNeed(nil, cell), needs)
		}
	}
	for i := 0; i < sorted.Len(); {
		a, end := sorted.Key(i), sorted.Group(i)
		fn.matches = fn.matches[:0]
		for ; i < end; i++ {
			if fn.kind, fn.matches, err = record.AppendUnitMatches(fn.matches, sorted.Payload(i)); err != nil {
				return err
			}
		}
		slices.SortFunc(fn.matches, func(x, y record.UnitMatch) int {
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
			cell := fn.Params.cell(a, b)
			fn.send(cell, a, b, matches, pairs)
			need(a, cell)
			need(b, cell)
		}
	}
	return nil
}

// compareUnitMatches compares two matches of a pair of documents.
func compareUnitMatches(x, y record.UnitMatch) int {
	rare := func(m record.UnitMatch) int {
		if m.Rare {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(x.I, y.I), cmp.Compare(x.K, y.K), cmp.Compare(rare(x), rare(y)))
}

// near says whether the matches of a pair, sorted, make it a candidate: their hits are
// fn.hits. Matches of places become matches of their units.
func (fn *denseFn) near(matches []record.UnitMatch) bool {
	if fn.kind == record.ByUnit {
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

// send emits the pair of a and b with the units that match.
func (fn *denseFn) send(cell, a, b uint64, matches []record.UnitMatch, emit func(int, []byte)) {
	fn.pair = record.Pair{A: a, B: b, Kind: fn.kind, Units: fn.pair.Units[:0], Rare: fn.pair.Rare[:0]}
	for _, m := range matches {
		fn.pair.Units, fn.pair.Rare = append(fn.pair.Units, m.I, m.K), append(fn.pair.Rare, m.Rare)
	}
	fn.payload = record.AppendPair(fn.payload[:0], &fn.pair)
	fn.pairs.Add(cell, fn.payload, emit)
}

// cell is the key of the cell of a pair.
func (p NearParams) cell(a, b uint64) uint64 {
	x, y := uint64(shuffle.ShardOf(a, p.Groups)), uint64(shuffle.ShardOf(b, p.Groups))
	if !p.Directed {
		x, y = min(x, y), max(x, y)
	}
	return (x*uint64(p.Groups) + y) << 32
}

func (fn *denseFn) FinishBundle(pairs, needs func(int, []byte), ledger func(string, int64)) {
	fn.pairs.Flush(pairs)
	fn.needs.Flush(needs)
	fn.ledger.Flush(ledger)
}

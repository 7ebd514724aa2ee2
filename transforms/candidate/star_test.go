package candidate

import (
	"testing"

	"example.org/diagonal/engine/shuffle"
)

// A document that shares something different with each of 20,000 others: the matches
// are as many as what is shared, and a document travels to cells of its pairs only (near checks that for every
// document).
func TestNearOfAStar(t *testing.T) {
	const others, base = 20_000, 1 << 20
	hub := nearDocument{key: 7 << 32}
	documents := []nearDocument{}
	for d := range uint64(others) {
		mine := []uint64{base + 3*d, base + 3*d + 1} // n-grams of two units next to each other
		hub.units = append(hub.units, mine[:1], mine[1:])
		documents = append(documents,
			nearDocument{key: (d + 100) << 32, units: [][]uint64{mine[:1], mine[1:], {base + 3*d + 2}}})
	}
	for _, workers := range []int{1, 4} {
		r := near(t, NearParams{MaxDocuments: 100, Shuffle: shuffle.Params{Shards: 8, Workers: workers}},
			append(documents, hub))
		if len(r.Pairs) != others || r.Ledger[UnitMatches] != 2*others || len(r.Needs) != others+1 {
			t.Errorf("%d workers: %d pairs, %d documents needed, %v", workers, len(r.Pairs), len(r.Needs), r.Ledger)
		}
	}
}

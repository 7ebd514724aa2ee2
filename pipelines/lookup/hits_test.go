package lookup

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/transforms/lookup/winnow"
)

// What is dropped shares one signature with the query, which says little. Nearly all of such are.
func TestThin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	s := &Searcher{answer: &Answer{Ledger: map[string]int64{}}, signatures: make([]winnow.Signature, 20), places: 10e6}
	signatures := map[indexio.Ref]map[uint32]bool{}
	for signature := range uint32(20) {
		list := uint32(3)
		if signature%2 == 0 {
			list = 500
		}
		for range list {
			ref := indexio.Ref{Segment: rng.IntN(2), Key: rng.Uint64N(40_000)}
			if signatures[ref] == nil {
				signatures[ref] = map[uint32]bool{}
			}
			if signatures[ref][signature] {
				continue
			}
			signatures[ref][signature] = true
			s.met.add(ref)
			s.hits = append(s.hits, hit{ref: ref, signature: signature, says: s.says(int(list), rng.IntN(20)/9)})
		}
	}
	before := slices.Clone(s.hits)
	s.thin()
	kept := map[hit]bool{}
	for _, h := range s.hits {
		kept[h] = true
	}
	extra := 0
	for _, h := range before {
		needed := len(signatures[h.ref]) > 1 || h.says >= minEvidence
		switch {
		case needed && !kept[h]:
			t.Errorf("%+v was dropped", h)
		case !needed && kept[h]:
			extra++
		}
	}
	if dropped := len(before) - len(s.hits); extra > 100 || dropped < 3000 ||
		s.answer.Ledger[Little] != int64(dropped) {
		t.Errorf("%d of %d dropped, %d more could be; ledger %v", dropped, len(before), extra, s.answer.Ledger)
	}
	s.met.clear()
	if slices.Max(s.met.buckets) != 0 {
		t.Error("a bucket is not empty")
	}
}

// Hits are in the order that comparing all of them gives.
func TestSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{0, 1, 2, 100, 5000} {
		s := &Searcher{}
		for range n {
			s.hits = append(s.hits, hit{
				ref:   indexio.Ref{Segment: rng.IntN(2), Key: rng.Uint64() >> (8 * rng.UintN(8))},
				place: rng.Uint32N(50), signature: rng.Uint32N(9), same: 1, says: 2,
			})
		}
		want := slices.Clone(s.hits)
		slices.SortFunc(want, byPlace)
		for range 2 { // the memory of the first time is used again
			if s.sort(); !slices.Equal(s.hits, want) {
				t.Fatalf("%d hits are not in order", n)
			}
		}
	}
}

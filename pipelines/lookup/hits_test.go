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
		needed := len(signatures[h.ref]) > 1 || h.says >= leastEvidence
		switch {
		case needed && !kept[h]:
			t.Errorf("%+v was dropped", h)
		case !needed && kept[h]:
			extra++
		}
	}
	if dropped := len(before) - len(s.hits); extra > 100 || dropped < 3000 || s.answer.Ledger[Little] != int64(dropped) {
		t.Errorf("%d of %d dropped, %d more could be; ledger %v", dropped, len(before), extra, s.answer.Ledger)
	}
	s.met.clear()
	if slices.Max(s.met.buckets) != 0 {
		t.Error("a bucket is not empty")
	}
}

package lookup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/transforms/lookup/winnow"
)

// The n best of many are those that sorting all of them gives.
func TestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var all []ranked
		for i := range rng.IntN(60) {
			all = append(all, ranked{ref: indexio.Ref{Key: uint64(i)}, evidence: float64(rng.IntN(5)), hits: []hit{{}}})
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		want := slices.Clone(all)
		slices.SortFunc(want, compareRanked)
		n := 1 + rng.IntN(39)
		want = want[:min(n, len(want))]
		got := first(all, n)
		if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
			t.Fatalf("%d of %d (-want +got):\n%s", n, len(all), diff)
		}
	}
}

// What is dropped shares one signature with the query, and a frequent one. Nearly all of such are.
func TestThin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	s := &Searcher{answer: &Answer{Ledger: map[string]int64{}}, signatures: make([]winnow.Signature, 20)}
	signatures := map[indexio.Ref]map[uint32]bool{}
	for signature := range uint32(20) {
		list := uint32(5)
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
			s.hits = append(s.hits, hit{ref: ref, list: list, signature: signature})
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
		needed := len(signatures[h.ref]) > 1 || h.list <= mostRead
		switch {
		case needed && !kept[h]:
			t.Errorf("%+v was dropped", h)
		case !needed && kept[h]:
			extra++
		}
	}
	if dropped := len(before) - len(s.hits); extra > 100 || dropped < 3000 || s.answer.Ledger[Common] != int64(dropped) {
		t.Errorf("%d of %d dropped, %d more could be; ledger %v", dropped, len(before), extra, s.answer.Ledger)
	}
	s.met.clear()
	if slices.Max(s.met.buckets) != 0 {
		t.Error("a bucket is not empty")
	}
}

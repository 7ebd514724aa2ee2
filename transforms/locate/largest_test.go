package locate

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/io/record"
)

// The largest are the first by their order, in whatever order they come and in however many bundles: text that is no
// prose comes after all other text, however long it is.
func TestLargestInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 7))
	for range 200 {
		var all []record.Passage
		for i := range 5 + random.IntN(40) {
			length := 1 + random.Int64N(30)
			p := record.Passage{A: fmt.Sprint("a", i), B: fmt.Sprint("b", i), AEnd: length, BEnd: length, Prose: 101}
			if random.IntN(2) == 0 {
				p.Prose = 1
				p.AEnd, p.BEnd = 100*length, 100*length
			}
			all = append(all, p)
		}
		var last largest // as longest does
		bundles := make([]largest, 1+random.IntN(4))
		for _, i := range random.Perm(len(all)) {
			bundles[random.IntN(len(bundles))].add(all[i], record.Origin{})
		}
		for _, bundle := range bundles {
			for _, kept := range bundle {
				last.add(kept.passage, kept.origin)
			}
		}
		slices.SortFunc(all, func(p, q record.Passage) int {
			return bytes.Compare(record.Largest{Passage: p}.SortKey(), record.Largest{Passage: q}.SortKey())
		})
		want := all[:min(len(all), shown)]
		if !slices.EqualFunc(last, want, func(x top, p record.Passage) bool { return x.passage == p }) {
			t.Fatalf("kept %v, want %v", last, want)
		}
	}
}

package chain

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Hits are in the order of Compare, few and many, at places near each other, far apart, and the same.
func TestSort(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	var free []Hit
	for _, n := range []int{0, 1, fewHits, fewHits + 1, manyHits - 1, 3 * manyHits} {
		for _, places := range []uint32{1, 5, 300, 1<<32 - 1} {
			var hits []Hit
			for range n {
				hits = append(hits, Hit{I: 7 + random.Uint32N(places)/2, K: random.Uint32N(1 + places/3),
					N: uint8(random.IntN(3))})
			}
			want := slices.SortedFunc(slices.Values(hits), Compare)
			if hits, free = Sort(hits, free); !slices.Equal(hits, want) {
				t.Errorf("%d hits at %d places are not in order", n, places)
			}
		}
	}
}

func BenchmarkSort(b *testing.B) {
	random := rand.New(rand.NewPCG(6, 1))
	for name, places := range map[string]uint32{"one place": 1, "spread": 1 << 20} {
		from := make([]Hit, 50_000)
		for x := range from {
			from[x] = Hit{I: random.Uint32N(places), K: random.Uint32()}
		}
		hits, scratch := slices.Clone(from), []Hit(nil)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				copy(hits, from)
				hits, scratch = Sort(hits, scratch)
			}
		})
	}
}

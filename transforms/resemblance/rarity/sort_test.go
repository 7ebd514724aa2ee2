package rarity

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

func FuzzSort(f *testing.F) {
	f.Add([]byte("some bytes that make a few numbers"), uint16(100), uint8(0))
	f.Add([]byte{1}, uint16(5000), uint8(60))
	f.Add([]byte{}, uint16(40000), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, n uint16, shift uint8) {
		rng := rand.New(rand.NewPCG(uint64(n), uint64(shift)))
		var ranks []uint64
		for range n { // with a large shift nearly all are in one bucket
			ranks = append(ranks, rng.Uint64()>>(shift%64)|uint64(rng.IntN(2))<<61)
		}
		for ; len(b) >= 8; b = b[1:] {
			ranks = append(ranks, binary.LittleEndian.Uint64(b))
		}
		want := slices.Sorted(slices.Values(ranks))
		var s Sorter
		s.Sort(slices.Clone(ranks)) // scratch that was used
		s.Sort(ranks)
		if !slices.Equal(ranks, want) {
			t.Error("Sort is not slices.Sort")
		}
	})
}

func BenchmarkSort(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	ranks := make([]uint64, 500)
	for i := range ranks {
		ranks[i] = rng.Uint64()>>4 | uint64(2+rng.IntN(3))<<60
	}
	for name, sort := range map[string]func([]uint64){"Sorter": new(Sorter).Sort, "slices": slices.Sort[[]uint64]} {
		b.Run(name, func(b *testing.B) {
			again := make([]uint64, len(ranks))
			for b.Loop() {
				copy(again, ranks)
				sort(again)
			}
		})
	}
}

package seedextend

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortByWord(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 700, fewPairs, fewPairs + 1, 50_000} {
		for _, words := range []uint32{1, 100, 1<<32 - 1} {
			pairs := make([]uint64, n)
			for x := range pairs {
				pairs[x] = uint64(rng.Uint32N(words))<<32 | uint64(x/3)
			}
			want := slices.Sorted(slices.Values(pairs))
			if got := sortByWord(pairs, make([]uint64, n)); !slices.Equal(got, want) {
				t.Errorf("%d pairs of %d words are not sorted", n, words)
			}
		}
	}
}

func BenchmarkSortByWord(b *testing.B) {
	book := make([]uint64, 100_000)
	for x := range book {
		book[x] = uint64(hash(x%9001))<<32 | uint64(x/10)
	}
	pairs, other := make([]uint64, len(book)), make([]uint64, len(book))
	b.ReportAllocs()
	for b.Loop() {
		copy(pairs, book)
		sortByWord(pairs, other)
	}
}

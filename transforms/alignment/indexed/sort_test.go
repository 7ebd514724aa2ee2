package indexed

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 700, 50_000} {
		for _, words := range []uint32{1, 100, 1 << 14, 1<<32 - 1} { // but for the last, all are in one bucket
			d, want := &Document{}, make([]uint64, n)
			for x := range n {
				if x%3 == 0 {
					d.Units = append(d.Units, uint32(x))
				}
				d.Words = append(d.Words, rng.Uint32N(words))
				want[x] = uint64(d.Words[x])<<32 | uint64(x/3)
			}
			d.Units = append(d.Units, uint32(n))
			slices.Sort(want)
			got := make([]uint64, n)
			if d.sortWords(got); !slices.Equal(got, want) {
				t.Errorf("%d words of %d are not sorted", n, words)
			}
		}
	}
}

func BenchmarkSortWords(b *testing.B) {
	d := &Document{}
	for x := range 100_000 {
		if x%10 == 0 {
			d.Units = append(d.Units, uint32(x))
		}
		d.Words = append(d.Words, hash(x%9001))
	}
	d.Units = append(d.Units, uint32(len(d.Words)))
	pairs := make([]uint64, len(d.Words))
	b.ReportAllocs()
	for b.Loop() {
		d.sortWords(pairs)
	}
}

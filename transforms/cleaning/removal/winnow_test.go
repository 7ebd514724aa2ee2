package removal

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// In every run of length+among-1 words one is chosen, equal runs have equal sums, and a run
// that two texts share is chosen in both at the same place.
func TestWinnow(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		length, among := 1+r.IntN(9), 1+r.IntN(9)
		words := func(n int) (w []uint32) {
			for range n {
				w = append(w, uint32(r.IntN(1+int(seed%9))))
			}
			return w
		}
		shared := words(length + among - 1 + r.IntN(20))
		a, b := slices.Concat(words(r.IntN(30)), shared, words(r.IntN(30))), slices.Concat(words(r.IntN(30)), shared)
		places, sums := Winnow(nil, nil, a, length, among)
		bySum := map[uint64][]uint32{}
		next := 0
		for i, p := range places {
			run := a[p : p+length]
			if other, ok := bySum[sums[i]]; ok && !slices.Equal(other, run) {
				t.Fatalf("seed %d: %v and %v have one sum", seed, run, other)
			}
			bySum[sums[i]] = run
			if p-next >= among {
				t.Fatalf("seed %d: none chosen from %d to %d", seed, next, p)
			}
			next = p + 1
		}
		if len(a)-length+1-next >= among {
			t.Fatalf("seed %d: none chosen from %d to the end", seed, next)
		}
		common := 0
		_, inB := Winnow(nil, nil, b, length, among)
		for _, s := range inB {
			if _, ok := bySum[s]; ok {
				common++
			}
		}
		if common == 0 {
			t.Fatalf("seed %d: %d shared words, and no common run", seed, len(shared))
		}
	}
}

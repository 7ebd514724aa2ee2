package removal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/analysis/token"
)

// In every run of length+among-1 words one is chosen, equal runs have equal sums, and a run
// that two texts share is chosen in both at the same place.
//
// A text is winnowed as one does it that has the hashes of all its runs.
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
		places, sums := Winnow(nil, nil, tokensOf(a), length, among)
		wantPlaces, wantSums := winnowAll(a, length, among)
		if !slices.Equal(places, wantPlaces) || !slices.Equal(sums, wantSums) {
			t.Fatalf("seed %d: %v, want %v", seed, places, wantPlaces)
		}
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
		_, inB := Winnow(nil, nil, tokensOf(b), length, among)
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

func tokensOf(hashes []uint32) (words []token.Token) {
	for _, h := range hashes {
		words = append(words, token.Token{Hash: h})
	}
	return words
}

// winnowAll is Winnow with the hashes of all runs: of each so many the last one of the least hash, unless one that was
// chosen before is among them and none is less.
func winnowAll(hashes []uint32, length, among int) (chosen []int, sums []uint64) {
	var all []uint64
	for at := 0; at+length <= len(hashes); at++ {
		sum := uint64(0)
		for _, h := range hashes[at : at+length] {
			sum = sum*base + mix.Zero(uint64(h))
		}
		all = append(all, mix.Zero(sum))
	}
	last := -1
	for end := min(among, len(all)); 0 < end && end <= len(all); end++ {
		from, best := max(end-among, 0), last
		for i := from; i < end; i++ {
			if best < from || all[i] < all[best] || last < from && all[i] == all[best] {
				best = i
			}
		}
		if best != last {
			last = best
			chosen, sums = append(chosen, best), append(sums, all[best])
		}
	}
	return chosen, sums
}

package minhash

import (
	"math/rand/v2"
	"testing"
)

// A Brief never says less than the sketches, and of sets that have nothing in common it says about a quarter.
func TestBrief(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, permutations := range []int{1, 2, 7, 64, 128, 300} {
		s := NewSketcher(permutations)
		for round := range 200 {
			var a, b []uint64
			for range 1 + random.IntN(60) {
				x := random.Uint64() >> 4
				a, b = append(a, x), append(b, x)
				if random.IntN(200) < round {
					b[len(b)-1] = random.Uint64() >> 4
				}
			}
			x, y := s.Append(nil, a), s.Append(nil, b)
			bx, by := BriefOf(x, permutations), BriefOf(y, permutations)
			max, agreeing := MaxAgreeing(&bx, &by, permutations), Agreeing(x, y, permutations)
			if max < agreeing || max > permutations {
				t.Fatalf("%d permutations: %d values agree, and the briefs allow %d", permutations, agreeing, max)
			}
			if permutations == 128 && agreeing == 0 && max > 64 {
				t.Errorf("no value agrees, and the briefs allow %d of 128", max)
			}
		}
	}
}

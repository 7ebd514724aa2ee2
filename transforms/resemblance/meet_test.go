package resemblance

import (
	"testing"

	"example.org/diagonal/transforms/resemblance/overlap"
)

// The pairs of a feature grow with its classes, and all pairs are looked at or counted. Of few classes all are made.
func TestFrequentFeature(t *testing.T) {
	p := Params{Method: Exact, Bounds: overlap.Bounds{Resemblance: .7}}
	for _, n := range []int{2, 1448, 3000, 100_000} {
		var group []Feature
		for i := range n {
			group = append(group, Feature{Document: uint64(i), Size: uint32(100 + i*10/n)})
		}
		met := make([]int, n)
		pairs := 0
		left := p.eachCandidate(group, followed(n), func(a, b uint64) {
			pairs++
			met[a]++
			met[b]++
		})
		if all := int64(n) * int64(n-1) / 2; int64(pairs)+left != all {
			t.Errorf("%d classes: %d pairs and %d left, want %d in all", n, pairs, left, all)
		}
		if n <= 1448 && left > 0 {
			t.Errorf("%d pairs of %d classes are left", left, n)
		}
		if pairs > mostMet+leastFollowed*n {
			t.Errorf("%d classes make %d pairs", n, pairs)
		}
		for i, times := range met {
			if times < min(n-1, leastFollowed) {
				t.Fatalf("class %d of %d is in %d pairs", i, n, times)
			}
		}
	}
}

package agreement

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestAdjustedRand(t *testing.T) {
	for name, tc := range map[string]struct {
		x, y []int
		want float64
	}{
		"nothing":            {nil, nil, 1},
		"one thing":          {[]int{1}, []int{2}, 1},
		"the same":           {[]int{1, 1, 2, 2, 3}, []int{7, 7, 5, 5, 1}, 1},
		"all in one":         {[]int{1, 1, 1}, []int{2, 2, 2}, 1},
		"each in its own":    {[]int{1, 2, 3}, []int{3, 1, 2}, 1},
		"one against each":   {[]int{1, 1, 1}, []int{1, 2, 3}, 0},
		"half of two groups": {[]int{1, 1, 2, 2}, []int{1, 2, 1, 2}, -.5},
		// Six pairs are in one group of x, six in one of y, and five in one of both; of 28 pairs.
		"one thing is elsewhere": {[]int{1, 1, 1, 2, 2, 2, 3, 4}, []int{1, 1, 1, 2, 2, 3, 4, 5},
			(4 - 24./28) / (5 - 24./28)},
	} {
		if got := AdjustedRand(tc.x, tc.y); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

// Groups by chance have an index of 0, as a mean, and the index does not depend on the order of the two.
func TestAdjustedRandOfChance(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	sum := 0.0
	for range 300 {
		x, y := make([]int, 60), make([]int, 60)
		for i := range x {
			x[i], y[i] = r.IntN(6), r.IntN(4)
		}
		index := AdjustedRand(x, y)
		if other := AdjustedRand(y, x); math.Abs(index-other) > 1e-12 {
			t.Fatalf("%v, and %v the other way round", index, other)
		}
		sum += index
	}
	if mean := sum / 300; math.Abs(mean) > .01 {
		t.Errorf("the mean is %v", mean)
	}
}

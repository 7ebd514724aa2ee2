package resemblance

import (
	"math/rand/v2"
	"testing"
)

func TestKeeps(t *testing.T) {
	for _, tc := range []struct {
		element, modulus uint64
		want             bool
	}{{0, 25, true}, {25, 25, true}, {26, 25, false}, {7, 1, true}} {
		if got := keeps(tc.element, tc.modulus); got != tc.want {
			t.Errorf("keeps(%d, %d) = %v", tc.element, tc.modulus, got)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	kept := 0
	for range 100_000 {
		if keeps(rng.Uint64()>>4, 25) {
			kept++
		}
	}
	if kept < 3800 || kept > 4200 {
		t.Errorf("%d of 100,000 are kept, want about 4,000", kept)
	}
}

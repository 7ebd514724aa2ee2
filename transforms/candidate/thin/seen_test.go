package thin

import (
	"math/rand/v2"
	"testing"
)

// A signature that came twice is always shared; of those that came once, few are.
func TestSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	var seen Seen
	for _, n := range []int{10_000, 1, 0, 300} { // larger and smaller: the memory is used again
		twice, once := make([]uint64, n), make([]uint64, n)
		for i := range n {
			twice[i], once[i] = rng.Uint64(), rng.Uint64()
		}
		seen.Reset(3 * n)
		for i := range n {
			seen.Add(twice[i])
			seen.Add(once[i], twice[i])
		}
		wrong := 0
		for i := range n {
			if seen.Shared(twice[i]) != 1 {
				t.Fatalf("%d: signature %x came twice and is not shared", n, twice[i])
			}
			wrong += seen.Shared(once[i])
		}
		if wrong > n/4+1 {
			t.Errorf("%d of %d signatures that came once are taken for shared ones, want about a ninth", wrong, n)
		}
	}
}

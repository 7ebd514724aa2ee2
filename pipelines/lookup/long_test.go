package lookup

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/io/indexio"
)

// A sample is the documents whose keys are the smallest: below the largest power of two that leaves few enough. It
// does not depend on how the documents are divided among segments.
func TestSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(38, 2))
	for range 300 {
		keys := make([]uint64, rng.IntN(500))
		for i := range keys {
			keys[i] = rng.Uint64()
		}
		max := 1 + rng.IntN(200)
		zeros, in := 0, len(keys)
		for ; in > max; zeros++ {
			in = 0
			for _, key := range keys {
				if bits.LeadingZeros64(key) > zeros {
					in++
				}
			}
		}
		var s sample
		s.begin(max)
		segments := make([][]uint64, 1+rng.IntN(3))
		for _, key := range keys {
			i := rng.IntN(len(segments))
			segments[i] = append(segments[i], key)
		}
		for _, segment := range segments {
			slices.Sort(segment)
			for _, key := range segment {
				n := zerosOf(indexio.Ref{Key: key})
				if n < s.zeros {
					break
				}
				s.add(n)
				s.of[n].places += 3
				s.of[n].around[1]++
			}
		}
		if s.zeros != zeros || s.postings != in || s.places() != 3*in || int(s.around(1)) != in || s.around(0) != 0 {
			t.Fatalf("%d of %d keys: %d zeros, %d postings, %d places, %d around; want %d zeros, %d postings", max,
				len(keys), s.zeros, s.postings, s.places(), s.around(1), zeros, in)
		}
	}
}

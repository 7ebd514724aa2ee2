package pairs

import (
	"math/rand/v2"
	"testing"
)

// A million words in texts of 300, distributed as those of a language are.
func BenchmarkAdd(b *testing.B) {
	zipf := rand.NewZipf(rand.New(rand.NewPCG(1, 2)), 1.1, 3, 1<<17)
	words := make([]uint32, 1<<20)
	for i := range words {
		words[i] = uint32(zipf.Uint64())
	}
	b.ResetTimer()
	for range b.N {
		s := New()
		for i := 0; i+300 <= len(words); i += 300 {
			s.Add(words[i : i+300])
		}
		s.Append(nil)
	}
}

package signature

import (
	"math/rand/v2"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
)

// BenchmarkEmit signs a document of 20,000 sentences of 20 words, a word counting as
// six bytes of text. What it allocates are the blocks that it emits.
func BenchmarkEmit(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	zipf := rand.NewZipf(r, 1.1, 5, 1<<17)
	a := record.Analysed{Key: 1}
	for range 20000 {
		for range 20 {
			a.Words = append(a.Words, uint32(zipf.Uint64()))
		}
		a.Ends = append(a.Ends, uint32(len(a.Words)))
	}
	frequent := make([]uint32, 40)
	for i := range frequent {
		frequent[i] = uint32(i)
	}
	for _, method := range []string{IMatch, Shingle, SpotSigs} {
		b.Run(method, func(b *testing.B) {
			p := defaults()
			p.Method = method
			st := &emit{Params: p, Poster: Poster{Tau: p.Tau},
				counting: counting{vocabulary.NewSet(frequent), method == SpotSigs}}
			b.SetBytes(int64(6 * len(a.Words)))
			b.ReportAllocs()
			for b.Loop() {
				if err := engine.RunMap(b.Context(), p.Shuffle, st, []record.Analysed{a}, func(int, []byte) {},
					func(string, int64) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package lookup

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/transforms/lookup/winnow"
)

// The n best of many are those that sorting all of them gives.
func TestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var all []ranked
		for i := range rng.IntN(60) {
			all = append(all, ranked{ref: indexio.Ref{Key: uint64(i)}, evidence: float64(rng.IntN(5))})
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		want := slices.Clone(all)
		slices.SortFunc(want, compareRanked)
		n := 1 + rng.IntN(39)
		want = want[:min(n, len(want))]
		got := first(all, n)
		if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
			t.Fatalf("%d of %d (-want +got):\n%s", n, len(all), diff)
		}
	}
}

// plainEvidence is evidence, window by window.
func (s *Searcher) plainEvidence(hits []hit) float64 {
	best := math.Inf(-1)
	query, document := uint32(0), uint32(0)
	for _, h := range hits {
		best = max(best, h.says)
		query, document = max(query, s.signatures[h.signature].Place), max(document, h.place)
	}
	in := func(place, window uint32) bool {
		return place+nearby >= window*nearby && place < (window+1)*nearby
	}
	for q := range query/nearby + 2 {
		for d := range document/nearby + 2 {
			says := map[uint32]float64{} // by signature
			for _, h := range hits {
				if h.says > 0 && in(s.signatures[h.signature].Place, q) && in(h.place, d) {
					says[h.signature] = max(says[h.signature], h.says)
				}
			}
			sum := 0.0
			for _, e := range says {
				sum += e
			}
			if len(says) > 0 {
				best = max(best, sum)
			}
		}
	}
	return best
}

// FuzzEvidence holds the evidence to the plain version.
func FuzzEvidence(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed, uint8(1+seed%5*seed%13))
	}
	f.Fuzz(func(t *testing.T, seed uint64, n uint8) {
		if n == 0 {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		s := &Searcher{places: 1 + rng.Int64N(1e9)}
		for i := range 1 + rng.IntN(20) {
			s.signatures = append(s.signatures, winnow.Signature{Gram: winnow.Gram(i), Place: rng.Uint32N(3000)})
		}
		var hits []hit
		for range n {
			hits = append(hits, hit{
				place: rng.Uint32N(4000), signature: uint32(rng.IntN(len(s.signatures))),
				says: s.says(rng.IntN(int(s.places/100_000)+1), rng.IntN(3)),
			})
		}
		if got, want := s.evidence(hits), s.plainEvidence(hits); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

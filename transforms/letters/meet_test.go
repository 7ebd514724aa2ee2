package letters

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/letters/chain"
)

// hitsOf returns hits of so many documents with so many letters.
func hitsOf(n, documents int, letters uint32) (hits []met) {
	r := rand.New(rand.NewPCG(5, uint64(documents)))
	for range n {
		a := r.IntN(documents)
		b := a + r.IntN(documents-a)
		hits = append(hits, met{uint32(a), uint32(b), chain.Hit{I: r.Uint32N(letters), K: r.Uint32N(letters), N: 12}})
	}
	return hits
}

// Each pair of documents has its hits once, in order, where some pairs have many more than others, too.
func TestHitsOfPairs(t *testing.T) {
	for _, documents := range []int{1, 3, 300, 1 << 20} {
		for _, n := range []int{0, 1, 63, 64, 3000} {
			hits := hitsOf(n, documents, 1<<20)
			for i := range hits {
				if i%3 > 0 { // of one pair
					hits[i].a, hits[i].b = 0, uint32(min(1, documents-1))
				}
			}
			want := slices.SortedFunc(slices.Values(hits), func(x, y met) int {
				return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), chain.Compare(x.Hit, y.Hit))
			})
			var got []met
			pairs := map[[2]uint32]int{}
			st := &meet{hits: hits, documents: make([]document, documents)}
			st.eachPair(func(a, b uint32, of []chain.Hit) {
				pairs[[2]uint32{a, b}]++
				for _, h := range of {
					got = append(got, met{a, b, h})
				}
			})
			if !slices.Equal(got, want) {
				t.Errorf("%d hits of %d documents are not sorted", n, documents)
			}
			for pair, times := range pairs {
				if times > 1 {
					t.Errorf("%d hits of %d documents: the pair %v comes %d times", n, documents, pair, times)
				}
			}
		}
	}
}

package letters

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/bucket"
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

// Hits are sorted as by comparing them, where some pairs of documents have many more than others, too.
func TestSortHits(t *testing.T) {
	for _, documents := range []int{1, 3, 300} {
		for _, n := range []int{0, 1, 63, 64, 3000} {
			hits := hitsOf(n, documents, 1<<20)
			for i := range hits {
				if i%3 > 0 { // of one pair
					hits[i].a, hits[i].b = 0, uint32(min(1, documents-1))
				}
			}
			want := slices.SortedFunc(slices.Values(hits), met.compare)
			st := &meet{hits: hits, documents: make([]document, documents)}
			st.sort()
			if !slices.Equal(st.hits, want) {
				t.Errorf("%d hits of %d documents are not sorted", n, documents)
			}
		}
	}
}

// The key of a hit is in the order of hits, whatever room it has for letters.
func TestHitsInOrder(t *testing.T) {
	for _, c := range []struct {
		documents int
		letters   uint32
	}{{1, 1}, {2, 1 << 28}, {200, 1 << 20}, {1 << 20, 1 << 28}, {1 << 31, 1 << 28}, {1<<32 - 1, 1}, {1<<32 - 1,
		1 << 28}} {
		st := &meet{hits: hitsOf(2000, c.documents, c.letters)}
		key := keyOf(st.hits, uint64(c.documents))
		slices.SortFunc(st.hits, met.compare)
		if !slices.IsSortedFunc(st.hits, func(m, n met) int { return cmp.Compare(key(&m), key(&n)) }) {
			t.Errorf("%d documents of %d letters: the keys are in another order", c.documents, c.letters)
		}
		sorted, _ := bucket.By(hitsOf(2000, c.documents, c.letters), nil, key, func(some []met) {
			slices.SortFunc(some, met.compare)
		})
		if d := gocmp.Diff(st.hits, sorted, gocmp.AllowUnexported(met{})); d != "" {
			t.Errorf("%d documents of %d letters (-want +got):\n%.1000s", c.documents, c.letters, d)
		}
	}
}

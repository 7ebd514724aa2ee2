package frequent

import (
	"math/rand/v2"
	"testing"
)

// If Frequent is true, it was false for more than most other documents of the signature, and for
// all postings of a document it is the same.
func TestFrequent(t *testing.T) {
	for _, most := range []int{1, 5, 100} {
		random := rand.New(rand.NewPCG(uint64(most), 0))
		f := New(most)
		before := map[uint64]map[uint64]bool{} // documents for which it was false
		found := 0
		for range 60_000 {
			document := random.Uint64N(20_000) // some come again
			said := map[uint64]bool{}
			for range random.IntN(8) {
				signature := uint64(random.ExpFloat64() * 200)
				got := f.Frequent(signature, document)
				if was, ok := said[signature]; ok && was != got {
					t.Fatalf("signature %d, document %d: %v after %v", signature, document, got, was)
				}
				said[signature] = got
				if before[signature] == nil {
					before[signature] = map[uint64]bool{}
				}
				if !got {
					before[signature][document] = true
				} else if found++; len(before[signature]) <= most {
					t.Fatalf("signature %d is frequent after %d documents, want more than %d", signature, len(before[signature]), most)
				}
			}
		}
		if found < 60_000 {
			t.Errorf("most %d: %d postings of frequent signatures", most, found)
		}
	}
}

// A frequent signature is found among many rare ones, soon and with bounded memory.
func TestFindsOneAmongMany(t *testing.T) {
	f := New(100)
	kept := 0
	for document := range uint64(500_000) {
		if document%10 == 0 && !f.Frequent(1<<63, document) {
			kept++
		}
		for i := range uint64(6) {
			if f.Frequent(document*6+i, document) {
				t.Fatalf("document %d: a signature of one document is frequent", document)
			}
		}
	}
	if kept > least+101 {
		t.Errorf("%d postings of a frequent signature were not seen to be", kept)
	}
	if f.kept > mostDocuments || len(f.counts) > 1000 {
		t.Errorf("%d documents are kept for %d signatures", f.kept, len(f.counts))
	}
}

// With 0 nothing is frequent.
func TestNone(t *testing.T) {
	f := New(0)
	for document := range uint64(1000) {
		if f.Frequent(1, document) {
			t.Fatal("a signature is frequent without a bound")
		}
	}
}

package vocabulary

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 10, 1000} {
		twin := map[uint32]bool{}
		var words []uint32
		for range n {
			w := rng.Uint32N(uint32(2*n + 1)) // 0 among them
			twin[w] = true
			words = append(words, w, w)
		}
		s := NewSet(words)
		if s.Len() != len(twin) {
			t.Errorf("%d words: Len = %d, want %d", n, s.Len(), len(twin))
		}
		for w := range uint32(4*n + 4) {
			if s.Has(w) != twin[w] {
				t.Errorf("%d words: Has(%d) = %v", n, w, s.Has(w))
			}
		}
	}
	var empty Set
	if empty.Has(0) || empty.Has(5) {
		t.Error("the zero Set has a word")
	}
}

// Words that crowd the same slots make a set of the same words, if a larger one.
func TestCrowdedSet(t *testing.T) {
	var words []uint32
	for i := uint32(1); len(words) < 20; i++ {
		const inverse = 0x0e8b2f51 // of the factor of first: these words are all in its first slot
		if w := i * inverse; w*0x9e3779b1>>26 == 0 && w*0x85ebca6b>>26 == 0 {
			words = append(words, w)
		}
	}
	if newSet(words, 6) != nil {
		t.Error("20 words fit in two slots")
	}
	for range 2 {
		s := NewSet(words)
		if s.Len() != len(words) {
			t.Errorf("Len = %d, want %d", s.Len(), len(words))
		}
		for _, w := range words {
			if !s.Has(w) || s.Has(w+1) && !slices.Contains(words, w+1) {
				t.Errorf("Has(%d) = %v, Has(%d) = %v", w, s.Has(w), w+1, s.Has(w+1))
			}
		}
		for i := range uint32(100_000) { // many: as large as the lists of a large collection
			words = append(words, i*2654435769)
		}
		slices.Sort(words)
		words = slices.Compact(words)
	}
}

func TestWordsTravel(t *testing.T) {
	got, err := ReadWords(AppendWords(nil, []uint32{9, 0, 1 << 31, 9}))
	if diff := cmp.Diff([]uint32{0, 9, 1 << 31}, got); diff != "" || err != nil {
		t.Errorf("ReadWords(AppendWords): %v (-want +got):\n%s", err, diff)
	}
	if _, err := ReadWords([]byte("123")); err == nil {
		t.Error("ReadWords of 3 bytes: no error")
	}
}

// countPlainly is the obvious version of Counter.
func countPlainly(docs [][]uint32, byDocument bool) map[uint32]uint32 {
	n := map[uint32]uint32{}
	for _, d := range docs {
		seen := map[uint32]bool{}
		for _, w := range d {
			if !byDocument || !seen[w] {
				n[w]++
			}
			seen[w] = true
		}
	}
	return n
}

func FuzzCounter(f *testing.F) {
	f.Add([]byte("the cat and the dog and the bird"), true)
	f.Add([]byte{0, 0, 0, 255, 0, 0}, false)
	f.Fuzz(func(t *testing.T, data []byte, byDocument bool) {
		var docs [][]uint32
		for len(data) > 0 {
			n := min(len(data), 5)
			var d []uint32
			for _, b := range data[:n] {
				d = append(d, uint32(b)*0x01010101) // 0 among them
			}
			docs, data = append(docs, d), data[n:]
		}
		var c Counter
		for _, d := range docs {
			if byDocument {
				c.AddDocument(d)
			} else {
				c.AddWords(d)
			}
		}
		want := countPlainly(docs, byDocument)
		if c.Len() != len(want) {
			t.Fatalf("Len = %d, want %d", c.Len(), len(want))
		}
		got := map[uint32]uint32{}
		c.Flush(func(w, n uint32) { got[w] += n })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("counts (-want +got):\n%s", diff)
		}
		if c.Len() != 0 {
			t.Fatal("Flush left words behind")
		}
	})
}

func BenchmarkCounter(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	zipf := rand.NewZipf(rng, 1.1, 3, 200_000)
	docs := make([][]uint32, 200)
	for i := range docs {
		for range 600 {
			docs[i] = append(docs[i], uint32(zipf.Uint64())*0x9e3779b1)
		}
	}
	b.Run("table", func(b *testing.B) {
		var c Counter
		b.ReportAllocs()
		for b.Loop() {
			for _, d := range docs {
				c.AddDocument(d)
			}
		}
	})
	b.Run("map", func(b *testing.B) {
		type entry struct{ n, doc uint32 }
		m, doc := map[uint32]entry{}, uint32(0)
		for b.Loop() {
			for _, d := range docs {
				doc++
				for _, w := range d {
					if e := m[w]; e.doc != doc {
						m[w] = entry{e.n + 1, doc}
					}
				}
			}
		}
	})
}

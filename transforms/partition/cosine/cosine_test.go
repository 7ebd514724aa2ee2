package cosine

import (
	"math"
	"testing"
)

// simple is Similarity by maps.
func simple(a, b []uint32) float64 {
	count := func(words []uint32) map[uint32]float64 {
		m := map[uint32]float64{}
		for _, w := range words {
			m[w]++
		}
		return m
	}
	x, y := count(a), count(b)
	product, squareX, squareY := 0.0, 0.0, 0.0
	for w, n := range x {
		product += n * y[w]
		squareX += n * n
	}
	for _, n := range y {
		squareY += n * n
	}
	if squareX == 0 || squareY == 0 {
		return 0
	}
	return product / math.Sqrt(squareX*squareY)
}

func FuzzSimilarity(f *testing.F) {
	f.Add([]byte(""), []byte("a"))
	f.Add([]byte("abcabc"), []byte("abd"))
	f.Add([]byte("aaaa"), []byte("aa"))
	f.Fuzz(func(t *testing.T, x, y []byte) {
		var a, b []uint32
		for _, c := range x {
			a = append(a, uint32(c))
		}
		for _, c := range y {
			b = append(b, uint32(c))
		}
		got, want := Similarity(Of(a), Of(b)), simple(a, b)
		if math.Abs(got-want) > 1e-9 || got != Similarity(Of(b), Of(a)) {
			t.Errorf("Similarity(%q, %q) = %g, want %g", x, y, got, want)
		}
	})
}

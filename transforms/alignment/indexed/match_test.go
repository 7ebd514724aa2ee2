package indexed_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/indexed"
)

// Match finds the words that Find does.
func TestMatch(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	document := func(max uint32) *indexed.Document {
		d := &indexed.Document{}
		for range 1 + random.IntN(300) {
			word := random.Uint32N(max) * (math.MaxUint32 / max)
			if random.IntN(5) == 0 {
				word = random.Uint32N(20) // no hash: they are in one bucket
			}
			d.Words, d.From, d.To = append(d.Words, word), append(d.From, 0), append(d.To, 0)
		}
		d.Units = []uint32{0, uint32(len(d.Words))}
		d.Index(nil)
		return d
	}
	for round := range 1000 {
		max := 1 + random.Uint32N(1000)
		a, b := document(max), document(max)
		inB, inA := make([]uint32, len(a.Vocabulary())), make([]uint32, len(b.Vocabulary()))
		got := indexed.Match(a, b, inB, inA, nil)
		var want []uint32
		wantInB, wantInA := make([]uint32, len(a.Vocabulary())), make([]uint32, len(b.Vocabulary()))
		for x, word := range a.Vocabulary() {
			if y, ok := b.Find(word); ok {
				want = append(want, uint32(x))
				wantInB[x], wantInA[y] = y+1, uint32(x)+1
			}
		}
		if !slices.Equal(got, want) || !slices.Equal(inB, wantInB) || !slices.Equal(inA, wantInA) {
			t.Fatalf("round %d: the common words are %d, want %d; in b %d, want %d; in a %d, want %d", round, got, want,
				inB, wantInB, inA, wantInA)
		}
	}
}

package record

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestHashWords compares with the polynomial written out in big integers.
func TestHashWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	prime := big.NewInt(wordPrime)
	base := big.NewInt(0).SetUint64(wordBase)
	for n := range 40 {
		words := make([]uint32, n)
		want := big.NewInt(0)
		for i := range words {
			words[i] = r.Uint32() | -uint32(i%2) // every second one is the largest there is
			want.Mul(want, base)
			want.Add(want, big.NewInt(int64(words[i])+1))
			want.Mod(want, prime)
		}
		if got := HashWords(words); got != want.Uint64() {
			t.Errorf("HashWords of %d words = %#x, want %#x", n, got, want)
		}
	}
}

func TestHashWordsIsPinned(t *testing.T) {
	for _, tc := range []struct {
		words []uint32
		want  uint64
	}{
		{nil, 0},
		{[]uint32{0}, 1},
		{[]uint32{0, 6}, wordBase + 7},
	} {
		if got := HashWords(tc.words); got != tc.want {
			t.Errorf("HashWords(%v) = %#x, want %#x", tc.words, got, tc.want)
		}
	}
}

// TestPlaceHash holds that the hash of a range does not depend on where its sentences end.
func TestPlaceHash(t *testing.T) {
	words := []uint32{7, 0, 1 << 31, 9, 9, 4}
	entry := func(ends ...int) *Entry {
		e := &Entry{}
		from := 0
		for _, end := range ends {
			e.Sentences = append(e.Sentences, Sentence{Words: uint32(end - from), Hash: HashWords(words[from:end])})
			from = end
		}
		return e
	}
	want, ok := entry(6).Place(0, 1)
	if !ok || want.Words != 6 {
		t.Fatalf("Place = %+v, %v", want, ok)
	}
	for _, ends := range [][]int{{1, 6}, {3, 3, 6}, {1, 2, 3, 4, 5, 6}, {6, 6}} {
		if got, _ := entry(ends...).Place(0, uint32(len(ends))); got.Hash != want.Hash {
			t.Errorf("sentences that end at %v have the hash %x, want %x", ends, got.Hash, want.Hash)
		}
	}
	if got, _ := entry(1, 5, 6).Place(0, 2); got.Hash == want.Hash {
		t.Error("fewer words have the same hash")
	}
}

package wordhash

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestOf compares with the polynomial written out in big integers.
func TestOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	modulus := big.NewInt(prime)
	b := big.NewInt(0).SetUint64(base)
	for n := range 40 {
		words := make([]uint32, n)
		want := big.NewInt(0)
		for i := range words {
			words[i] = r.Uint32() | -uint32(i%2) // every second one is the largest there is
			want.Mul(want, b)
			want.Add(want, big.NewInt(int64(words[i])+1))
			want.Mod(want, modulus)
		}
		if got := Of(words); got != want.Uint64() {
			t.Errorf("Of of %d words = %#x, want %#x", n, got, want)
		}
	}
}

func TestOfIsPinned(t *testing.T) {
	for _, tc := range []struct {
		words []uint32
		want  uint64
	}{
		{nil, 0},
		{[]uint32{0}, 1},
		{[]uint32{0, 6}, base + 7},
	} {
		if got := Of(tc.words); got != tc.want {
			t.Errorf("Of(%v) = %#x, want %#x", tc.words, got, tc.want)
		}
	}
}

package pairs

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactly returns x, or the largest int64 if that is less.
func exactly(x *big.Int) int64 {
	if x.IsInt64() {
		return x.Int64()
	}
	return math.MaxInt64
}

// numbers are the ones at which something changes, and some others of any size.
func numbers() []int64 {
	all := []int64{0, 1, 2, 3, 4, 1_000_000_000, 1 << 31, 3_037_000_499, 3_037_000_500, 1<<32 - 1, 1 << 32, 1<<32 + 1,
		math.MaxInt64 - 1, math.MaxInt64}
	rng := rand.New(rand.NewPCG(1, 5))
	for range 50 {
		all = append(all, rng.Int64()>>rng.IntN(63))
	}
	return all
}

// The numbers are those of exact arithmetic.
func TestTwins(t *testing.T) {
	for _, a := range numbers() {
		x := big.NewInt(a)
		product := new(big.Int).Mul(x, new(big.Int).Sub(x, big.NewInt(1)))
		if got, want := Of(a), exactly(product.Rsh(product, 1)); got != want {
			t.Errorf("Of(%d) = %d, want %d", a, got, want)
		}
		for _, b := range numbers() {
			y := big.NewInt(b)
			if got, want := Between(a, b), exactly(new(big.Int).Mul(x, y)); got != want {
				t.Errorf("Between(%d, %d) = %d, want %d", a, b, got, want)
			}
			if got, want := Add(a, b), exactly(new(big.Int).Add(x, y)); got != want {
				t.Errorf("Add(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestOf(t *testing.T) {
	for n, want := range map[int64]int64{
		math.MinInt64: 0, -1: 0, 0: 0, 1: 0, 2: 1, 3: 3, 4: 6, 1_000_000_000: 499_999_999_500_000_000,
		1 << 32: 9_223_372_034_707_292_160, 1<<32 + 1: math.MaxInt64, math.MaxInt64: math.MaxInt64,
	} {
		if got := Of(n); got != want {
			t.Errorf("Of(%d) = %d, want %d", n, got, want)
		}
	}
}

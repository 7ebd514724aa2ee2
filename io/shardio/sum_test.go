package shardio

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/engine"
)

// summed returns what sum makes of numbers.
func summed(t *testing.T, numbers []int64) int64 {
	t.Helper()
	counts := make([]engine.Count, len(numbers))
	for i, n := range numbers {
		counts[i] = engine.Count(n)
	}
	var it item
	if err := engine.RunJoin(t.Context(), &sum{}, "n", counts, func(_ int, sum item) { it = sum }); err != nil {
		t.Fatal(err)
	}
	if it.Count != "n" {
		t.Errorf("the name is %q", it.Count)
	}
	return it.N
}

const maxInt, minInt int64 = math.MaxInt64, math.MinInt64

// A sum that does not fit is the largest number, or the smallest.
func TestSums(t *testing.T) {
	for _, tc := range []struct {
		numbers []int64
		want    int64
	}{
		{nil, 0},
		{[]int64{3, -5, 1}, -1},
		{[]int64{maxInt}, maxInt},
		{[]int64{minInt}, minInt},
		{[]int64{maxInt, 1}, maxInt},
		{[]int64{maxInt, maxInt, maxInt}, maxInt},
		{[]int64{minInt, -1}, minInt},
		{[]int64{minInt, minInt, minInt}, minInt},
		{[]int64{maxInt, 1, -1}, maxInt},
		{[]int64{maxInt, maxInt, minInt, minInt}, -2},
		{[]int64{maxInt, minInt}, -1},
		{[]int64{minInt, minInt, maxInt, maxInt, 2}, 0},
		{slices.Repeat([]int64{500_000_000_000_000_000}, 30), maxInt},
	} {
		if got := summed(t, tc.numbers); got != tc.want {
			t.Errorf("%d: %d, want %d", tc.numbers, got, tc.want)
		}
	}
}

func FuzzSums(f *testing.F) {
	f.Add(uint64(1), 3)
	f.Add(uint64(2), 100)
	f.Fuzz(func(t *testing.T, seed uint64, n int) {
		r := rand.New(rand.NewPCG(seed, 0))
		numbers, want := make([]int64, n&127), new(big.Int)
		for i := range numbers {
			numbers[i] = int64(r.Uint64()) >> r.IntN(64)
			if r.IntN(4) == 0 {
				numbers[i] = []int64{maxInt, minInt, maxInt - 1, minInt + 1, 1, -1}[r.IntN(6)]
			}
			want.Add(want, big.NewInt(numbers[i]))
		}
		if want.Cmp(big.NewInt(maxInt)) > 0 {
			want.SetInt64(maxInt)
		}
		if want.Cmp(big.NewInt(minInt)) < 0 {
			want.SetInt64(minInt)
		}
		for range 2 {
			if got := summed(t, numbers); got != want.Int64() {
				t.Errorf("%d: %d, want %d", numbers, got, want)
			}
			r.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
		}
	})
}

// The largest count is in summary.json as it is, and counts that come twice do not overflow.
func TestLargestCounts(t *testing.T) {
	dir := t.TempDir()
	finished(t, dir, nil, 1, 1, item{Count: "pairs", N: maxInt}, item{Count: LedgerPrefix + "hot", N: maxInt},
		item{Count: LedgerPrefix + "hot", N: 1})
	got := read(t, dir+"/summary.json")
	for _, want := range []string{`"pairs": 9223372036854775807`, `"hot": 9223372036854775807`} {
		if !strings.Contains(got, want) {
			t.Errorf("summary %s, want %s", got, want)
		}
	}
}

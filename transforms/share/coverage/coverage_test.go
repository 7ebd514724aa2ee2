package coverage

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// byPosition is Of position by position.
func byPosition(ranges []Range) (covered, weight int64) {
	for at := range int64(1000) {
		highest, any := uint32(0), false
		for _, r := range ranges {
			if r.Start <= at && at < r.End {
				highest, any = max(highest, r.Weight), true
			}
		}
		if any {
			covered, weight = covered+1, weight+int64(highest)
		}
	}
	return covered, weight
}

func FuzzOf(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 5, 9, 3, 9, 2, 1, 5, 9, 7, 0, 3, 8, 9, 9})
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		b := make([]byte, 3*n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var ranges []Range
		for ; len(b) >= 3; b = b[3:] {
			start := int64(b[0])
			ranges = append(ranges, Range{start, start + int64(b[1]%40), uint32(b[2] % 8)})
		}
		wantCovered, wantWeight := byPosition(ranges)
		covered, weight := Of(slices.Clone(ranges))
		if covered != wantCovered || weight != wantWeight {
			t.Errorf("%v: %d and %d, want %d and %d", ranges, covered, weight, wantCovered, wantWeight)
		}
		slices.Reverse(ranges)
		if c, w := Of(ranges); c != covered || w != weight {
			t.Errorf("another order: %d and %d, want %d and %d", c, w, covered, weight)
		}
	})
}

// A long chain of ranges, each over the one before, takes no quadratic work.
func TestManyRanges(t *testing.T) {
	const n = 300_000
	ranges := make([]Range, n)
	for i := range ranges {
		ranges[i] = Range{int64(i), int64(n + i), uint32(i % 10_000)}
	}
	covered, weight := Of(ranges)
	if covered != 2*n-1 || weight > covered*9_999 {
		t.Errorf("%d, %d", covered, weight)
	}
}

func BenchmarkOf(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	ranges := make([]Range, 100_000)
	for i := range ranges {
		start := r.Int64N(1 << 20)
		ranges[i] = Range{start, start + r.Int64N(1000), uint32(r.IntN(10_001))}
	}
	b.ReportAllocs()
	for b.Loop() {
		Of(slices.Clone(ranges))
	}
}

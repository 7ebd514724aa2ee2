package minhash

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sets returns two sets with so many common elements, and so many that only one of them has.
func sets(rng *rand.Rand, common, alone int) (a, b []uint64) {
	for range common {
		x := rng.Uint64() >> 4
		a, b = append(a, x), append(b, x)
	}
	for range alone {
		a, b = append(a, rng.Uint64()>>4), append(b, rng.Uint64()>>4)
	}
	return a, b
}

func TestAgreementEstimatesResemblance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const k = 255
	s := NewSketcher(k)
	for _, tc := range []struct{ common, alone int }{{100, 0}, {80, 10}, {50, 25}, {0, 50}} {
		const pairs = 40
		sum := 0
		for range pairs {
			a, b := sets(rng, tc.common, tc.alone)
			sum += Agreeing(s.Append(nil, a), s.Append(nil, b), k)
		}
		want := float64(tc.common) / float64(tc.common+2*tc.alone)
		got := float64(sum) / (k * pairs)
		if math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/(k*pairs)) {
			t.Errorf("%+v: estimate %.4f, want %.4f", tc, got, want)
		}
	}
}

// The order of a set and repeats in it change nothing.
func TestSetsAreSets(t *testing.T) {
	s := NewSketcher(7)
	want := s.Append(nil, []uint64{1, 2, 3})
	if got := s.Append(nil, []uint64{3, 1, 2, 1, 3}); !cmp.Equal(want, got) {
		t.Errorf("%x and %x", want, got)
	}
	if len(want) != 4 {
		t.Errorf("a sketch of 7 values has %d words, want 4", len(want))
	}
}

// agreeing is Agreeing, as it is defined.
func agreeing(a, b []uint64, k int) int {
	n := 0
	for i := range k {
		if value(a, i) == value(b, i) {
			n++
		}
	}
	return n
}

func TestAgreeingIsThePlainCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for k := 1; k < 40; k++ {
		a, b := make([]uint64, (k+1)/2), make([]uint64, (k+1)/2)
		for i := range a {
			a[i], b[i] = rng.Uint64N(4)<<32|rng.Uint64N(2), rng.Uint64N(4)<<32|rng.Uint64N(2)
		}
		if got, want := Agreeing(a, b, k), agreeing(a, b, k); got != want {
			t.Errorf("%d values: %d agree, want %d", k, got, want)
		}
	}
}

func TestBands(t *testing.T) {
	a := []uint64{1<<32 | 2, 3<<32 | 4, 5 << 32}
	b := []uint64{1<<32 | 2, 9<<32 | 4, 5 << 32}
	x, y := AppendBands(nil, a, 5, 2), AppendBands(nil, b, 5, 2)
	if len(x) != 2 || x[0] != y[0] || x[1] == y[1] {
		t.Errorf("bands %x and %x: want the first equal, the second not", x, y)
	}
	same := AppendBands(nil, []uint64{7<<32 | 7}, 2, 2)
	if same[0] == same[1] {
		t.Error("equal values in different bands have one key")
	}
}

func TestBandsFor(t *testing.T) {
	for _, tc := range []struct {
		permutations int
		threshold    float64
		want         int
	}{{128, 0.7, 32}, {128, 0.9, 12}, {128, 1, 1}, {128, 0.01, 128}, {1, 0.5, 1}} {
		if got := BandsFor(tc.permutations, tc.threshold); got != tc.want {
			t.Errorf("BandsFor(%d, %g) = %d, want %d", tc.permutations, tc.threshold, got, tc.want)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	set, _ := sets(rng, 700, 0)
	s, dst := NewSketcher(128), []uint64(nil)
	b.ReportAllocs()
	for b.Loop() {
		dst = s.Append(dst[:0], set)
	}
}

// A Brief never says less than the sketches, and of sets that have nothing in common it says about a quarter.
func TestBrief(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, permutations := range []int{1, 2, 7, 64, 128, 300} {
		s := NewSketcher(permutations)
		for round := range 200 {
			var a, b []uint64
			for range 1 + random.IntN(60) {
				x := random.Uint64() >> 4
				a, b = append(a, x), append(b, x)
				if random.IntN(200) < round {
					b[len(b)-1] = random.Uint64() >> 4
				}
			}
			x, y := s.Append(nil, a), s.Append(nil, b)
			bx, by := BriefOf(x, permutations), BriefOf(y, permutations)
			max, agreeing := MaxAgreeing(&bx, &by, permutations), Agreeing(x, y, permutations)
			if max < agreeing || max > permutations {
				t.Fatalf("%d permutations: %d values agree, and the briefs allow %d", permutations, agreeing, max)
			}
			if permutations == 128 && agreeing == 0 && max > 64 {
				t.Errorf("no value agrees, and the briefs allow %d of 128", max)
			}
		}
	}
}

package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/evaluation/passage"
)

func set(ks ...int) Set[int] {
	s := make(Set[int])
	for _, k := range ks {
		s.Add(k)
	}
	return s
}

func TestOf(t *testing.T) {
	for _, tc := range []struct {
		name                  string
		result, gold          Set[int]
		precision, recall, f1 float64
	}{
		{"both empty", nil, nil, 0, 0, 0},
		{"empty result", nil, set(1), 0, 0, 0},
		{"empty gold", set(1), nil, 0, 0, 0},
		{"same", set(1, 2), set(2, 1), 1, 1, 1},
		{"part", set(1, 2, 3, 4), set(4, 5), .25, .5, 1. / 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Of(tc.result, tc.gold)
			if got.Precision() != tc.precision || got.Recall() != tc.recall || got.F1() != tc.f1 {
				t.Errorf("Of = %v: P %v, R %v, F1 %v; want %v, %v, %v", got, got.Precision(), got.Recall(), got.F1(),
					tc.precision, tc.recall, tc.f1)
			}
		})
	}
}

func TestPairs(t *testing.T) {
	got := Pairs([]passage.Passage{{A: "b", B: "a"}, {A: "a", B: "b"}, {A: "c", B: "c"}, {A: "a", B: "c"}})
	want := Set[Pair]{{"a", "b"}: {}, {"a", "c"}: {}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Pairs (-want +got):\n%s", diff)
	}
}

func TestAppendCovered(t *testing.T) {
	sentences := []passage.Range{{Start: 0, End: 10}, {Start: 11, End: 21}, {Start: 21, End: 21}, {Start: 22, End: 30},
		{Start: 30, End: 40}}
	for _, tc := range []struct {
		name   string
		ranges []passage.Range
		want   []int
	}{
		{"no range", nil, nil},
		{"everything", []passage.Range{{Start: 0, End: 100}}, []int{0, 1, 3, 4}},
		{"exactly half", []passage.Range{{Start: 5, End: 15}}, []int{0}},
		{"two pieces make half", []passage.Range{{Start: 0, End: 3}, {Start: 7, End: 9}}, []int{0}},
		{"one range over the border", []passage.Range{{Start: 26, End: 35}}, []int{3, 4}},
		{"less than half of two", []passage.Range{{Start: 7, End: 14}}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := AppendCovered(nil, sentences, tc.ranges); !slices.Equal(got, tc.want) {
				t.Errorf("AppendCovered(%v) = %v, want %v", tc.ranges, got, tc.want)
			}
		})
	}
}

func TestAdjustedRand(t *testing.T) {
	for name, tc := range map[string]struct {
		x, y []int
		want float64
	}{
		"nothing":            {nil, nil, 1},
		"one thing":          {[]int{1}, []int{2}, 1},
		"the same":           {[]int{1, 1, 2, 2, 3}, []int{7, 7, 5, 5, 1}, 1},
		"all in one":         {[]int{1, 1, 1}, []int{2, 2, 2}, 1},
		"each in its own":    {[]int{1, 2, 3}, []int{3, 1, 2}, 1},
		"one against each":   {[]int{1, 1, 1}, []int{1, 2, 3}, 0},
		"half of two groups": {[]int{1, 1, 2, 2}, []int{1, 2, 1, 2}, -.5},
		// Six pairs are in one group of x, six in one of y, and five in one of both; of 28 pairs.
		"one thing is elsewhere": {[]int{1, 1, 1, 2, 2, 2, 3, 4}, []int{1, 1, 1, 2, 2, 3, 4, 5},
			(4 - 24./28) / (5 - 24./28)},
	} {
		if got := AdjustedRand(tc.x, tc.y); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

// Groups by chance have an index of 0, as a mean, and the index does not depend on the order of the two.
func TestAdjustedRandOfChance(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	sum := 0.0
	for range 300 {
		x, y := make([]int, 60), make([]int, 60)
		for i := range x {
			x[i], y[i] = r.IntN(6), r.IntN(4)
		}
		index := AdjustedRand(x, y)
		if other := AdjustedRand(y, x); math.Abs(index-other) > 1e-12 {
			t.Fatalf("%v, and %v the other way round", index, other)
		}
		sum += index
	}
	if mean := sum / 300; math.Abs(mean) > .01 {
		t.Errorf("the mean is %v", mean)
	}
}

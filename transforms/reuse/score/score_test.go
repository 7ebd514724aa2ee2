package score

import (
	"math"
	"testing"
)

// Hand-worked: two sentences of 10 words share 6, at the beginning, in the middle and at the end.
func TestOf(t *testing.T) {
	for _, tc := range []struct {
		m      Match
		weight string
		want   float64
	}{
		{Match{0, 10, 0, 4, 6, 10}, One, 0.6},
		{Match{5, 10, 3, 4, 6, 10}, One, 0.6},
		{Match{5, 10, 3, 4, 6, 10}, Length, 6},
		{Match{0, 10, 0, 4, 6, 10}, Position, 0.6},
		{Match{5, 10, 2, 4, 6, 10}, Position, 0.6 * 0.75},
		{Match{9, 10, 0, 4, 6, 10}, Position, 0.6 * (1 - 0.9/4)},
		{Match{99, 100, 99, 100, 7, 7}, Position, 1 - 0.99/2},
	} {
		if got := tc.m.Of(tc.weight); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%+v by %s: %g, want %g", tc.m, tc.weight, got, tc.want)
		}
	}
}

func TestReaches(t *testing.T) {
	sum := 0.0
	for range 25 {
		sum += 0.6
	}
	if !Reaches(sum, 15) || Reaches(14.9999, 15) || !Reaches(5, 5) {
		t.Errorf("25 times .6 is %.17g, and reaches 15: %v", sum, Reaches(sum, 15))
	}
}

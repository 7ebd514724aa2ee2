package locate

import (
	"math"
	"testing"
)

// Documents that have a whole text do not count against its evidence, however many they are.
func TestEvidenceOf(t *testing.T) {
	for _, tc := range []struct {
		ofPassages float64
		documents  int64
		want       float64
	}{
		{0, 2, 0}, {0, 50, 0}, {.4, 1, .4}, {.4, 2, .4}, {.4, 3, .4}, {1, 3, 1},
		{1. / 3, 4, 1}, {1. / 3, 10, 1}, {.1, 10, .3}, // others count a third
		{1. / 6, 20, 1}, {.05, 20, .3}, // of which half are looked at
		{.9, 20, 1},
	} {
		if got := EvidenceOf(tc.ofPassages, tc.documents); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("EvidenceOf(%.3f, %d) = %.3f, want %.3f", tc.ofPassages, tc.documents, got, tc.want)
		}
	}
}

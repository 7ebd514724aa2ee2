package shuffle

import "testing"

func TestHad(t *testing.T) {
	var s Recent
	for _, tc := range []struct {
		hash uint64
		want bool
	}{{7, false}, {7, true}, {1 << 63, false}, {7, true}, {8, false}, {7, false}, {7, true}, {1 << 63, true}, {0,
		false}, {0, false}} {
		if got := s.Had(tc.hash); got != tc.want {
			t.Errorf("Had(%#x) = %v, want %v", tc.hash, got, tc.want)
		}
	}
}

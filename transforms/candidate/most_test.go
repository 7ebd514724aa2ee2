package candidate

import "testing"

func TestMaxDocuments(t *testing.T) {
	for _, tc := range []struct {
		max  int
		size int64
		want int
	}{
		{AutoDocuments, 0, 20}, {AutoDocuments, 1, 20}, {AutoDocuments, 41, 20}, {AutoDocuments, 42, 21},
		{AutoDocuments, 199, 99}, {AutoDocuments, 200, 100}, {AutoDocuments, 1 << 40, 100},
		{0, 5000, 0}, {3, 5000, 3}, {5000, 10, 5000},
	} {
		if got := MaxDocuments(tc.max, tc.size); got != tc.want {
			t.Errorf("MaxDocuments(%d, %d) = %d, want %d", tc.max, tc.size, got, tc.want)
		}
	}
}

package lookup

import (
	"slices"
	"testing"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/transforms/lookup/winnow"
)

// Signatures near each other make one crowd if their lists were read alike. If not, each has its own: else the
// documents of the long list, of which more is known, would be read in place of those of the short one.
func TestCrowds(t *testing.T) {
	for _, tc := range []struct {
		times       []float64
		first, last []int
	}{
		{[]float64{1, 1, 1, 1}, []int{0}, []int{3}},
		{[]float64{4, 4, 1, 1}, []int{0, 2}, []int{1, 3}},
		{[]float64{4, 1, 4, 1}, []int{0, 1}, []int{2, 3}},
	} {
		s := &Searcher{max: 2, documents: 100, crowdRead: 5, places: 1e6, times: tc.times,
			around: []uint32{40, 40, 10, 10}, beside: []float64{4, 4, 4, 4}}
		for i := range 4 {
			s.signatures = append(s.signatures, winnow.Signature{Place: uint32(100 * i)})
		}
		for key := range uint64(20) {
			for i := range uint32(4) {
				if key < 10 || i < 2 {
					s.hits = append(s.hits, hit{ref: indexio.Ref{Key: key}, signature: i, same: 2})
				}
			}
		}
		var first, last []int
		for _, c := range s.crowds() {
			first, last = append(first, c.first), append(last, c.last)
			if want := slices.Min(tc.times); c.read[0].times != want || len(c.read) != 5 || c.found < 10 {
				t.Errorf("%v: %d documents are found and %d read; the first one stands for %g, want %g", tc.times,
					c.found, len(c.read), c.read[0].times, want)
			}
		}
		if !slices.Equal(first, tc.first) || !slices.Equal(last, tc.last) {
			t.Errorf("%v: crowds from %v to %v, want %v to %v", tc.times, first, last, tc.first, tc.last)
		}
	}
}

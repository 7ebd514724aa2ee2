package lists

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/resemblance/overlap"
)

// Both methods find what comparing all sets finds.
func FuzzIndex(f *testing.F) {
	f.Add(uint64(1), byte(20), byte(60))
	f.Add(uint64(2), byte(3), byte(100))
	f.Add(uint64(3), byte(200), byte(10))
	f.Fuzz(func(t *testing.T, seed uint64, vocabulary, theta byte) {
		r := rand.New(rand.NewPCG(seed, 1))
		bounds := overlap.Bounds{Overlap: float64(theta%100+1) / 100}
		var sets [][]uint64
		for range 40 {
			var set []uint64
			for range r.IntN(12) {
				set = append(set, uint64(r.IntN(1+r.IntN(int(vocabulary)+1))))
			}
			slices.Sort(set)
			sets = append(sets, slices.Compact(set))
		}
		type pair struct{ a, b, shared int }
		var want, each, skip []pair
		x := New(sets)
		sort := func(pairs []pair) {
			slices.SortFunc(pairs, func(p, q pair) int { return p.a*1000 + p.b - q.a*1000 - q.b })
		}
		for a, set := range sets {
			for b := range a {
				if shared := overlap.Shared(set, sets[b]); bounds.Wanted(shared, len(set), len(sets[b])) {
					want = append(want, pair{a, b, shared})
				}
			}
			x.Each(set, a, bounds.Needed, func(n, shared int) { each = append(each, pair{a, n, shared}) })
			x.DivideSkip(set, a, bounds.Needed(len(set), len(set)), bounds.Needed, func(n, shared int) {
				skip = append(skip, pair{a, n, shared})
			})
		}
		sort(each)
		sort(skip)
		if diff := cmp.Diff(want, each, cmp.AllowUnexported(pair{})); diff != "" {
			t.Errorf("Each (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, skip, cmp.AllowUnexported(pair{})); diff != "" {
			t.Errorf("DivideSkip (-want +got):\n%s", diff)
		}
	})
}

// Hand-worked: four sets, of which two share two of three elements with the query.
func TestEach(t *testing.T) {
	x := New([][]uint64{{1, 2}, {1, 9}, {2, 3, 4}, {7}})
	two := func(_, _ int) int { return 2 }
	for name, find := range map[string]func(f func(n, shared int)) int{
		"Each":       func(f func(n, shared int)) int { return x.Each([]uint64{1, 2, 3}, 4, two, f) },
		"DivideSkip": func(f func(n, shared int)) int { return x.DivideSkip([]uint64{1, 2, 3}, 4, 2, two, f) },
	} {
		var got [][2]int
		candidates := find(func(n, shared int) { got = append(got, [2]int{n, shared}) })
		slices.SortFunc(got, func(a, b [2]int) int { return a[0] - b[0] })
		if diff := cmp.Diff([][2]int{{0, 2}, {2, 2}}, got); diff != "" || candidates < 2 || candidates > 3 {
			t.Errorf("%s: %d candidates (-want +got):\n%s", name, candidates, diff)
		}
	}
}

package spot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOf(t *testing.T) {
	for name, tc := range map[string]struct {
		places []Place
		want   []int
	}{
		"none":                  {nil, []int{}},
		"one":                   {[]Place{{3, 9}}, []int{0}},
		"equal":                 {[]Place{{3, 9}, {3, 9}}, []int{0, 0}},
		"the halves of a third": {[]Place{{0, 100}, {0, 200}, {100, 200}}, []int{0, 1, 2}},
		"nearly":                {[]Place{{0, 100}, {5, 104}, {10, 95}}, []int{0, 0, 0}},
		"a slope":               {[]Place{{0, 100}, {10, 110}, {20, 120}, {30, 130}}, []int{0, 0, 2, 2}},
		"inside":                {[]Place{{0, 100}, {40, 60}}, []int{0, 1}},
		"empty":                 {[]Place{{5, 5}, {5, 5}, {0, 10}}, []int{0, 1, 2}},
	} {
		if diff := cmp.Diff(tc.want, Of(tc.places)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// slow is Of by its definition.
func slow(places []Place) []int {
	spots := make([]int, len(places))
	for i := range spots {
		spots[i] = -1
	}
	for {
		anchor := -1
		for i, p := range places {
			if spots[i] >= 0 {
				continue
			}
			if anchor < 0 || p.length() > places[anchor].length() ||
				p.length() == places[anchor].length() && comparePlaces(p, places[anchor]) < 0 {
				anchor = i
			}
		}
		if anchor < 0 {
			return spots
		}
		spots[anchor] = anchor
		for i, p := range places {
			if spots[i] < 0 && places[anchor].Same(p) {
				spots[i] = anchor
			}
		}
	}
}

// Of is slow, and the spots do not depend on the order of places.
func FuzzOf(f *testing.F) {
	f.Add(uint64(1), 10)
	f.Add(uint64(2), 100)
	f.Fuzz(func(t *testing.T, seed uint64, n int) {
		r := rand.New(rand.NewPCG(seed, 1))
		places := make([]Place, max(0, n)%200)
		for i := range places {
			start := r.Int64N(60)
			places[i] = Place{start, start + r.Int64N(60)}
		}
		got := Of(places)
		if diff := cmp.Diff(slow(places), got); diff != "" {
			t.Fatalf("(-slow +fast):\n%s", diff)
		}
		order := r.Perm(len(places))
		turned := make([]Place, len(places))
		for i, x := range order {
			turned[i] = places[x]
		}
		anchors := func(places []Place, spots []int) (all [][2]Place) {
			for i, a := range spots {
				all = append(all, [2]Place{places[i], places[a]})
			}
			slices.SortFunc(all, func(x, y [2]Place) int {
				if c := comparePlaces(x[0], y[0]); c != 0 {
					return c
				}
				return comparePlaces(x[1], y[1])
			})
			return all
		}
		if diff := cmp.Diff(anchors(places, got), anchors(turned, Of(turned))); diff != "" {
			t.Errorf("another order (-first +second):\n%s", diff)
		}
	})
}

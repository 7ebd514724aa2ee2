package sketch

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/partition/lcs"
)

func words(s string) (w []uint32) {
	for _, c := range s {
		w = append(w, uint32(c))
	}
	return w
}

// simple returns the places of the words of a that are in a run that b has.
func simple(a, b []uint32) (places []int) {
	for i := range a {
		for at := max(0, i-Run+1); at <= i && at+Run <= len(a); at++ {
			found := false
			for j := 0; j+Run <= len(b); j++ {
				found = found || slices.Equal(a[at:at+Run], b[j:j+Run])
			}
			if found {
				places = append(places, i)
				break
			}
		}
	}
	return places
}

// What two pages have left of each other depends on the two only, and the sketch of a page is
// what it has left of any other.
func FuzzPair(f *testing.F) {
	f.Add("abcdefgh", "xxabcdyfghx", "defxyz")
	f.Add("", "a", "aa")
	f.Add("aaaa", "aaa", "山山山")
	f.Fuzz(func(t *testing.T, x, y, z string) {
		pages := [][]uint32{words(x[:min(len(x), 60)]), words(y[:min(len(y), 60)]), words(z[:min(len(z), 60)])}
		s := New(pages)
		for i, a := range pages {
			all := map[int]bool{}
			for j, b := range pages {
				if j != i {
					for _, at := range simple(a, b) {
						all[at] = true
					}
				}
			}
			if got := s.Words(i); got != len(all) {
				t.Errorf("%v: a sketch of %d words, want %d", pages, got, len(all))
			}
			s.Begin(i)
			for j := i + 1; j < len(pages); j++ {
				b := pages[j]
				gotA, gotB, placesA, placesB := s.Pair(j, 0)
				if diff := gocmp.Diff(append([]int{}, simple(a, b)...), append([]int{}, placesA...)); diff != "" {
					t.Errorf("%v: places of %d beside %d (-want +got):\n%s", pages, i, j, diff)
				}
				if diff := gocmp.Diff(append([]int{}, simple(b, a)...), append([]int{}, placesB...)); diff != "" {
					t.Errorf("%v: places of %d beside %d (-want +got):\n%s", pages, j, i, diff)
				}
				for n, at := range placesA {
					if gotA[n] != a[at] {
						t.Errorf("word %d is not that of its place", n)
					}
				}
				for n, at := range placesB {
					if gotB[n] != b[at] {
						t.Errorf("word %d is not that of its place", n)
					}
				}
				if short, _, _, _ := s.Pair(j, len(placesB)+1); len(short) != 0 {
					t.Errorf("%d words though fewer than the least", len(short))
				}
			}
		}
	})
}

func TestWhole(t *testing.T) {
	placesA, placesB := []int{0, 1, 2, 5, 6}, []int{3, 4, 5, 6, 9}
	got := Whole(nil, []lcs.Run{{A: 0, B: 0, Words: 4}, {A: 4, B: 4, Words: 1}}, placesA, placesB)
	want := []lcs.Run{{A: 0, B: 3, Words: 3}, {A: 5, B: 6, Words: 1}, {A: 6, B: 9, Words: 1}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

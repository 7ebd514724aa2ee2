package overlap

import (
	"slices"
	"testing"
)

func TestNeeded(t *testing.T) {
	for _, tc := range []struct {
		bounds     Bounds
		a, b, want int
	}{
		{Bounds{Resemblance: 0.7}, 17, 17, 14}, // 14/20 = .7
		{Bounds{Resemblance: 0.7}, 7, 10, 7},   // the whole of the smaller one
		{Bounds{Resemblance: 0.7}, 6, 10, 7},   // more than it has
		{Bounds{Resemblance: 1}, 5, 5, 5},
		{Bounds{Containment: 0.9}, 10, 1000, 9},
		{Bounds{Containment: 0.01}, 10, 1000, 1},
		{Bounds{Resemblance: 0.5, Containment: 0.9}, 10, 10, 7},
		{Bounds{Resemblance: 0.9, Containment: 0.5}, 10, 10, 5},
		{Bounds{Overlap: 0.6}, 10, 10, 6},
		{Bounds{Overlap: 0.6}, 6, 10, 6}, // the whole of the smaller one
		{Bounds{Overlap: 0.6}, 5, 10, 6}, // more than it has
		{Bounds{Resemblance: 0.5, Overlap: 0.6}, 10, 10, 6},
	} {
		if got := tc.bounds.Needed(tc.a, tc.b); got != tc.want {
			t.Errorf("%+v.Needed(%d, %d) = %d, want %d", tc.bounds, tc.a, tc.b, got, tc.want)
		}
	}
}

func TestIndexed(t *testing.T) {
	for _, tc := range []struct {
		bounds  Bounds
		n, want int
	}{
		{Bounds{Resemblance: 0.7}, 0, 0}, {Bounds{Resemblance: 0.7}, 1, 1}, {Bounds{Resemblance: 0.7}, 10, 4},
		{Bounds{Resemblance: 1}, 10, 1}, {Bounds{Overlap: 0.6}, 10, 5}, {Bounds{Resemblance: 0.6, Overlap: 0.5}, 10, 6},
		{Bounds{Containment: 0.9}, 10, 10}, {Bounds{Resemblance: 0.7, Containment: 1}, 10, 10},
	} {
		if got := tc.bounds.Indexed(tc.n); got != tc.want {
			t.Errorf("%+v.Indexed(%d) = %d, want %d", tc.bounds, tc.n, got, tc.want)
		}
	}
}

func TestShared(t *testing.T) {
	for _, tc := range []struct {
		a, b []uint64
		want int
	}{
		{nil, nil, 0}, {[]uint64{1}, nil, 0}, {[]uint64{1, 1, 1, 2}, []uint64{1, 1, 3}, 2},
		{[]uint64{1, 3, 5}, []uint64{1, 3, 5}, 3}, {[]uint64{1, 2, 9}, []uint64{0, 2, 3, 9}, 2},
	} {
		if got := Shared(tc.a, tc.b); got != tc.want {
			t.Errorf("Shared(%v, %v) = %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}

// FuzzBounds checks that the conditions lose no pair: if a pair is wanted by the definition of the
// measures, its first shared element is indexed in both sets, and Possible returns true for it.
func FuzzBounds(f *testing.F) {
	f.Add([]byte("abcdefghij"), []byte("bcdefghijk"), byte(70), byte(0), byte(0))
	f.Add([]byte("abc"), []byte("zabcdefghijklmnopq"), byte(70), byte(0), byte(90))
	f.Add([]byte("a"), []byte("a"), byte(100), byte(0), byte(100))
	f.Add([]byte("abcdefghij"), []byte("abcdefxyz"), byte(0), byte(60), byte(0))
	f.Add([]byte("abcdefghij"), []byte("fghij"), byte(50), byte(50), byte(0))
	f.Fuzz(func(t *testing.T, x, y []byte, resemblance, overlap, containment byte) {
		bounds := Bounds{Resemblance: float64(resemblance%101) / 100, Overlap: float64(overlap%101) / 100,
			Containment: float64(containment%101) / 100}
		if bounds == (Bounds{}) {
			return
		}
		a, b := set(x), set(y)
		shared, first := 0, -1
		for i, v := range a {
			if slices.Contains(b, v) {
				if shared++; first < 0 {
					first = i
				}
			}
		}
		if got := Shared(a, b); got != shared {
			t.Fatalf("Shared = %d, want %d", got, shared)
		}
		r, c := Measures(shared, len(a), len(b))
		union := len(a) + len(b) - shared
		wanted := shared > 0 && (bounds.Resemblance > 0 && 100*shared >= int(resemblance%101)*union ||
			bounds.Overlap > 0 && 100*shared >= int(overlap%101)*max(len(a), len(b)) ||
			bounds.Containment > 0 && 100*shared >= int(containment%101)*min(len(a), len(b)))
		if got := bounds.Wanted(shared, len(a), len(b)); got != wanted {
			t.Fatalf("%+v: Wanted(%d, %d, %d) = %v; the measures are %g, %g", bounds, shared, len(a), len(b), got, r, c)
		}
		if !wanted {
			return
		}
		j := slices.Index(b, a[first])
		if first >= bounds.Indexed(len(a)) || j >= bounds.Indexed(len(b)) ||
			!bounds.Possible(len(a), first, len(b), j) {
			t.Errorf("%+v: %v and %v are out by their first shared element, at %d and %d", bounds, a, b, first, j)
		}
	})
}

func set(b []byte) []uint64 {
	var s []uint64
	for _, c := range b {
		s = append(s, uint64(c))
	}
	slices.Sort(s)
	return slices.Compact(s)
}

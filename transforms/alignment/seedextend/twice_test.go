package seedextend

import (
	"fmt"
	"slices"
	"testing"
)

// cutOf clusters cells, which must make one cluster, and cuts it.
func cutOf(t *testing.T, cells []cell, gap uint32) [][]cell {
	t.Helper()
	w := NewWorker(Params{})
	w.a, w.b = &Document{}, &Document{}
	w.cluster(slices.Clone(cells), both(gap))
	if len(w.parts) != 1 {
		t.Fatalf("%d clusters, want one", len(w.parts))
	}
	w.cutTwice(0, both(gap))
	var out [][]cell
	for _, c := range w.parts {
		if len(c.cells) > 0 {
			out = append(out, slices.Clone(c.cells))
		}
	}
	return sortClusters(out)
}

func TestCutTwice(t *testing.T) {
	for _, tc := range []struct {
		name  string
		cells []cell
		want  [][]cell
	}{
		{"once", at(0, 0, 1, 1, 2, 2), [][]cell{at(0, 0, 1, 1, 2, 2)}},
		{"twice on b, side by side", at(0, 0, 0, 3, 1, 1, 1, 4, 2, 2, 2, 5),
			[][]cell{at(0, 0, 1, 1, 2, 2), at(0, 3, 1, 4, 2, 5)}},
		{"twice on a", at(0, 0, 3, 0, 1, 1, 4, 1, 2, 2, 5, 2), [][]cell{at(0, 0, 1, 1, 2, 2), at(3, 0, 4, 1, 5, 2)}},
		{"a single unit twice is no passage", at(0, 0, 0, 3), [][]cell{at(0, 0, 0, 3)}},
		{"a summary: one unit for many", at(0, 0, 0, 1, 0, 2, 0, 3), [][]cell{at(0, 0, 0, 1, 0, 2, 0, 3)}},
		{"one unit for two and two", at(0, 0, 0, 1, 0, 4, 0, 5), [][]cell{at(0, 0, 0, 1, 0, 4, 0, 5)}},
		{"as many units on both sides", at(0, 0, 1, 1, 0, 3, 1, 4, 4, 0, 5, 1),
			[][]cell{at(0, 0, 0, 3, 1, 1, 1, 4, 4, 0, 5, 1)}},
		{"with a stray cell", at(0, 0, 0, 5, 1, 1, 1, 6, 1, 3, 2, 2, 2, 7),
			[][]cell{at(0, 0, 1, 1, 2, 2), at(0, 5, 1, 6, 2, 7), at(1, 3)}},
	} {
		if got := cutOf(t, tc.cells, 4); fmt.Sprint(got) != fmt.Sprint(tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestLargest(t *testing.T) {
	ps := func(sizes ...int) (out []part) {
		for _, n := range sizes {
			out = append(out, part{cells: n})
		}
		return out
	}
	for _, tc := range []struct {
		in   []part
		n    int
		want []part
	}{
		{ps(2, 3), 2, ps(2, 3)},
		{ps(2, 5, 3), 2, ps(5, 3)},
		{ps(3, 5, 3), 2, ps(5)}, // no tie is broken
		{ps(3, 3, 3), 2, ps()},
	} {
		if got := largest(tc.in, tc.n); fmt.Sprint(got) != fmt.Sprint(tc.want) {
			t.Errorf("largest %d: %v, want %v", tc.n, got, tc.want)
		}
	}
}

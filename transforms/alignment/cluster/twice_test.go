package cluster

import (
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/seed"
)

// cutOf clusters cells, which must make one cluster, and cuts it.
func cutOf(t *testing.T, cells []seed.Cell, gap uint32) [][]seed.Cell {
	t.Helper()
	f := finder(Measured())
	f.A, f.B = &indexed.Document{}, &indexed.Document{}
	f.cluster(slices.Clone(cells), Both(gap))
	if len(f.parts) != 1 {
		t.Fatalf("%d clusters, want one", len(f.parts))
	}
	f.cutTwice(0, Both(gap))
	var out [][]seed.Cell
	for _, c := range f.parts {
		if len(c.Cells) > 0 {
			out = append(out, slices.Clone(c.Cells))
		}
	}
	return sortClusters(out)
}

func TestCutTwice(t *testing.T) {
	for _, tc := range []struct {
		name  string
		cells []seed.Cell
		want  [][]seed.Cell
	}{
		{"once", at(0, 0, 1, 1, 2, 2), [][]seed.Cell{at(0, 0, 1, 1, 2, 2)}},
		{"twice on b, side by side", at(0, 0, 0, 3, 1, 1, 1, 4, 2, 2, 2, 5),
			[][]seed.Cell{at(0, 0, 1, 1, 2, 2), at(0, 3, 1, 4, 2, 5)}},
		{"twice on a", at(0, 0, 3, 0, 1, 1, 4, 1, 2, 2, 5, 2),
			[][]seed.Cell{at(0, 0, 1, 1, 2, 2), at(3, 0, 4, 1, 5, 2)}},
		{"a single unit twice is no passage", at(0, 0, 0, 3), [][]seed.Cell{at(0, 0, 0, 3)}},
		{"a summary: one unit for many", at(0, 0, 0, 1, 0, 2, 0, 3), [][]seed.Cell{at(0, 0, 0, 1, 0, 2, 0, 3)}},
		{"one unit for two and two", at(0, 0, 0, 1, 0, 4, 0, 5), [][]seed.Cell{at(0, 0, 0, 1, 0, 4, 0, 5)}},
		{"as many units on both sides", at(0, 0, 1, 1, 0, 3, 1, 4, 4, 0, 5, 1),
			[][]seed.Cell{at(0, 0, 0, 3, 1, 1, 1, 4, 4, 0, 5, 1)}},
		{"with a stray cell", at(0, 0, 0, 5, 1, 1, 1, 6, 1, 3, 2, 2, 2, 7),
			[][]seed.Cell{at(0, 0, 1, 1, 2, 2), at(0, 5, 1, 6, 2, 7), at(1, 3)}},
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

// Many parts of one cluster on as many diagonals: only maxParts are compared.
func TestTwiceComparesFewParts(t *testing.T) {
	var cells []seed.Cell
	for x := range uint32(2000) { // pairs of cells, three diagonals apart, all in a row
		cells = append(cells, at(2*x, 5*x, 2*x+1, 5*x+1)...)
	}
	for x := range uint32(4) { // and one longer part
		cells = append(cells, at(4000+x, 10_000+x)...)
	}
	f := finder(Measured())
	slices.SortFunc(cells, byDiagonal)
	if f.standsTwice(cells) {
		t.Error("nothing stands twice here")
	}
	if f.Compared > 128*128 {
		t.Errorf("%d parts compared", f.Compared)
	}
	if got := len(f.diagonals); got != 2001 {
		t.Errorf("%d diagonals, want 2001", got)
	}
}

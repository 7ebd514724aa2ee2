package cluster

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
	"example.org/diagonal/transforms/alignment/indexed"
	"example.org/diagonal/transforms/alignment/pair"
	"example.org/diagonal/transforms/alignment/seed"
)

// at makes cells from pairs of units.
func at(places ...uint32) []seed.Cell {
	var out []seed.Cell
	for ; len(places) >= 2; places = places[2:] {
		out = append(out, seed.Cell{I: places[0], J: places[1], Cosine: .5})
	}
	return out
}

// clustersOf returns the cells of each cluster in a fixed order.
func clustersOf(cells []seed.Cell, gap Gaps) (*Finder, [][]seed.Cell) {
	f := finder(Measured())
	f.A, f.B = &indexed.Document{}, &indexed.Document{}
	if len(cells) > 0 {
		f.cluster(slices.Clone(cells), gap)
	}
	var out [][]seed.Cell
	for _, c := range f.parts {
		out = append(out, slices.Clone(c.Cells))
	}
	return f, sortClusters(out)
}

func sortClusters(cs [][]seed.Cell) [][]seed.Cell {
	for _, c := range cs {
		for x := range c {
			c[x].Group = 0
		}
		slices.SortFunc(c, byRow)
	}
	slices.SortFunc(cs, func(x, y []seed.Cell) int { return byRow(x[0], y[0]) })
	return cs
}

// bruteClusters cuts by one side after the other until nothing changes.
func bruteClusters(cells []seed.Cell, gap Gaps, first int) [][]seed.Cell {
	sets, still := [][]seed.Cell{slices.Clone(cells)}, 0
	for side := first; still < 2; side = 1 - side {
		var next [][]seed.Cell
		for _, s := range sets {
			unit := func(c seed.Cell) uint32 { return []uint32{c.I, c.J}[side] }
			slices.SortFunc(s, func(x, y seed.Cell) int { return cmp.Compare(unit(x), unit(y)) })
			from := 0
			for x := 1; x <= len(s); x++ {
				if x == len(s) || unit(s[x])-unit(s[x-1]) > []uint32{gap.A, gap.B}[side]+1 {
					next = append(next, s[from:x])
					from = x
				}
			}
		}
		still++
		if len(next) != len(sets) {
			still = 0
		}
		sets = next
	}
	return sortClusters(sets)
}

func TestCluster(t *testing.T) {
	for _, tc := range []struct {
		name  string
		cells []seed.Cell
		gap   uint32
		want  [][]seed.Cell
	}{
		{"one", at(3, 4), 4, [][]seed.Cell{at(3, 4)}},
		{"a gap of 4", at(0, 0, 5, 5), 4, [][]seed.Cell{at(0, 0, 5, 5)}},
		{"a gap of 5", at(0, 0, 6, 0), 4, [][]seed.Cell{at(0, 0), at(6, 0)}},
		{"near on one side only", at(0, 0, 1, 9), 4, [][]seed.Cell{at(0, 0), at(1, 9)}},
		{"a bridge that belongs to one of them", at(0, 0, 1, 1, 6, 20, 7, 21, 3, 1), 4,
			[][]seed.Cell{at(0, 0, 1, 1, 3, 1), at(6, 20, 7, 21)}},
		{"cut by b, and then by a", at(0, 0, 4, 9, 8, 0), 4, [][]seed.Cell{at(0, 0), at(4, 9), at(8, 0)}},
		{"shuffled sentences", at(0, 3, 1, 0, 2, 2, 3, 1), 0, [][]seed.Cell{at(0, 3, 1, 0, 2, 2, 3, 1)}},
	} {
		if _, got := clustersOf(tc.cells, Both(tc.gap)); fmt.Sprint(got) != fmt.Sprint(tc.want) {
			t.Errorf("%s: clusters %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestClusterNumbers(t *testing.T) {
	f, _ := clustersOf(at(2, 7, 2, 8, 5, 8, 6, 11), Both(4))
	c := f.parts[0]
	if len(f.parts) != 1 || c.Box != (aligntest.Box(2, 7, 7, 12)) || c.Rows != 3 || c.Cols != 3 || c.Step != 2 {
		t.Errorf("cluster %+v, want one of box 2-7 7-12, 3 rows, 3 columns, step 2", f.parts)
	}
}

func FuzzCluster(f *testing.F) {
	f.Add([]byte{0, 0, 4, 9, 8, 0, 3, 3}, uint32(3), uint32(3))
	f.Add([]byte{0, 0, 4, 9, 8, 0, 3, 3, 9, 14}, uint32(3), uint32(8))
	f.Fuzz(func(t *testing.T, data []byte, gapA, gapB uint32) {
		var cells []seed.Cell
		for ; len(data) >= 2; data = data[2:] {
			cells = append(cells, at(uint32(data[0]), uint32(data[1]))...)
		}
		slices.SortFunc(cells, byRow)
		cells = slices.CompactFunc(cells, func(x, y seed.Cell) bool { return byRow(x, y) == 0 })
		if len(cells) == 0 || max(gapA, gapB) > 1000 {
			return
		}
		gap := Gaps{gapA, gapB}
		_, got := clustersOf(cells, gap)
		for first := range 2 { // whichever side is cut first
			if want := bruteClusters(cells, gap, first); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("gap %d: clusters %v, want %v", gap, got, want)
			}
		}
	})
}

// staircase returns n cells of which only the last one is apart, on one side; without it
// the one before is, on the other side; and so on down to the first.
func staircase(n int) []seed.Cell {
	cells := make([]seed.Cell, n)
	end := [2]uint32{100, 100} // of each side so far
	for x := range cells {
		side := x % 2
		end[side] += 10
		place := end
		place[1-side] -= 5 // bridges the gap of 10 before the cell before
		cells[x] = seed.Cell{I: place[0], J: place[1]}
	}
	return cells
}

func TestClusterStopsOnAStaircase(t *testing.T) {
	if _, got := clustersOf(staircase(maxRounds-1), Both(4)); len(got) != maxRounds-1 {
		t.Errorf("%d clusters of a short staircase, want one for each cell", len(got))
	}
	const n = 3000
	f, got := clustersOf(staircase(n), Both(4))
	if limit := 70 * n; f.Sorted > limit {
		t.Errorf("%d cells sorted, at most %d allowed", f.Sorted, limit)
	}
	if len(got) > 200 { // two cells leave in a round
		t.Errorf("%d clusters, want the rest of the staircase as one", len(got))
	}
}

// finder returns a Finder with thresholds t.
func finder(t Thresholds) *Finder { return &Finder{Pair: &pair.Pair{}, Thresholds: t} }

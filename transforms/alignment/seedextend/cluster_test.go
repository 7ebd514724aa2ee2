package seedextend

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
)

// at makes cells from pairs of units.
func at(places ...uint32) []cell {
	var out []cell
	for ; len(places) >= 2; places = places[2:] {
		out = append(out, cell{i: places[0], j: places[1], cosine: .5})
	}
	return out
}

// clustersOf returns the cells of each cluster in a fixed order.
func clustersOf(cells []cell, gap gaps) (*Worker, [][]cell) {
	w := NewWorker(Params{})
	w.a, w.b = &Document{}, &Document{}
	if len(cells) > 0 {
		w.cluster(slices.Clone(cells), gap)
	}
	var out [][]cell
	for _, c := range w.parts {
		out = append(out, slices.Clone(c.cells))
	}
	return w, sortClusters(out)
}

func sortClusters(cs [][]cell) [][]cell {
	for _, c := range cs {
		for x := range c {
			c[x].group = 0
		}
		slices.SortFunc(c, byRow)
	}
	slices.SortFunc(cs, func(x, y []cell) int { return byRow(x[0], y[0]) })
	return cs
}

// bruteClusters cuts by one side after the other until nothing changes.
func bruteClusters(cells []cell, gap gaps, first int) [][]cell {
	sets, still := [][]cell{slices.Clone(cells)}, 0
	for side := first; still < 2; side = 1 - side {
		var next [][]cell
		for _, s := range sets {
			unit := func(c cell) uint32 { return []uint32{c.i, c.j}[side] }
			slices.SortFunc(s, func(x, y cell) int { return cmp.Compare(unit(x), unit(y)) })
			from := 0
			for x := 1; x <= len(s); x++ {
				if x == len(s) || unit(s[x])-unit(s[x-1]) > []uint32{gap.a, gap.b}[side]+1 {
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
		cells []cell
		gap   uint32
		want  [][]cell
	}{
		{"one", at(3, 4), 4, [][]cell{at(3, 4)}},
		{"a gap of 4", at(0, 0, 5, 5), 4, [][]cell{at(0, 0, 5, 5)}},
		{"a gap of 5", at(0, 0, 6, 0), 4, [][]cell{at(0, 0), at(6, 0)}},
		{"near on one side only", at(0, 0, 1, 9), 4, [][]cell{at(0, 0), at(1, 9)}},
		{"a bridge that belongs to one of them", at(0, 0, 1, 1, 6, 20, 7, 21, 3, 1), 4,
			[][]cell{at(0, 0, 1, 1, 3, 1), at(6, 20, 7, 21)}},
		{"cut by b, and then by a", at(0, 0, 4, 9, 8, 0), 4, [][]cell{at(0, 0), at(4, 9), at(8, 0)}},
		{"shuffled sentences", at(0, 3, 1, 0, 2, 2, 3, 1), 0, [][]cell{at(0, 3, 1, 0, 2, 2, 3, 1)}},
	} {
		if _, got := clustersOf(tc.cells, both(tc.gap)); fmt.Sprint(got) != fmt.Sprint(tc.want) {
			t.Errorf("%s: clusters %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestClusterNumbers(t *testing.T) {
	w, _ := clustersOf(at(2, 7, 2, 8, 5, 8, 6, 11), both(4))
	c := w.parts[0]
	if len(w.parts) != 1 || c.box != (box{2, 7, 7, 12}) || c.rows != 3 || c.cols != 3 || c.step != 2 {
		t.Errorf("cluster %+v, want one of box 2-7 7-12, 3 rows, 3 columns, step 2", w.parts)
	}
}

func FuzzCluster(f *testing.F) {
	f.Add([]byte{0, 0, 4, 9, 8, 0, 3, 3}, uint32(3), uint32(3))
	f.Add([]byte{0, 0, 4, 9, 8, 0, 3, 3, 9, 14}, uint32(3), uint32(8))
	f.Fuzz(func(t *testing.T, data []byte, gapA, gapB uint32) {
		var cells []cell
		for ; len(data) >= 2; data = data[2:] {
			cells = append(cells, at(uint32(data[0]), uint32(data[1]))...)
		}
		slices.SortFunc(cells, byRow)
		cells = slices.CompactFunc(cells, func(x, y cell) bool { return byRow(x, y) == 0 })
		if len(cells) == 0 || max(gapA, gapB) > 1000 {
			return
		}
		gap := gaps{gapA, gapB}
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
func staircase(n int) []cell {
	cells := make([]cell, n)
	end := [2]uint32{100, 100} // of each side so far
	for x := range cells {
		side := x % 2
		end[side] += 10
		place := end
		place[1-side] -= 5 // bridges the gap of 10 before the cell before
		cells[x] = cell{i: place[0], j: place[1]}
	}
	return cells
}

func TestClusterStopsOnAStaircase(t *testing.T) {
	if _, got := clustersOf(staircase(maxRounds-1), both(4)); len(got) != maxRounds-1 {
		t.Errorf("%d clusters of a short staircase, want one for each cell", len(got))
	}
	const n = 3000
	w, got := clustersOf(staircase(n), both(4))
	if limit := 70 * n; w.work.sorted > limit {
		t.Errorf("%d cells sorted, at most %d allowed", w.work.sorted, limit)
	}
	if len(got) > 200 { // two cells leave in a round
		t.Errorf("%d clusters, want the rest of the staircase as one", len(got))
	}
}

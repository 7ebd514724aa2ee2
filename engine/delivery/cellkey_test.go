package delivery

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle"
)

// A pair of one side has one cell, whichever document is named first. Between two sides the
// cells of groups x, y and y, x are two.
func TestCell(t *testing.T) {
	for _, tc := range []struct {
		name string
		side uint64 // of b
		want int    // cells of 3 groups
	}{{"one side", 0, 6}, {"two sides", 1, 9}} {
		seen := map[uint64]bool{}
		for a := range uint64(40) {
			for b := range uint64(40) {
				cell := Cell(a<<32|4, b<<32|tc.side, 3)
				if cell != Cell(b<<32|tc.side, a<<32|6, 3) || cell>>32 >= 9 {
					t.Fatalf("%s: Cell(%d, %d) = %x", tc.name, a, b, cell)
				}
				seen[cell] = true
			}
		}
		if len(seen) != tc.want {
			t.Errorf("%s: %d cells are used, want %d", tc.name, len(seen), tc.want)
		}
	}
}

// The cells of a document are those of its pairs with any other one.
func TestCells(t *testing.T) {
	const groups = 3
	for _, across := range []bool{false, true} {
		for a := range uint64(40) {
			want := map[uint64]bool{}
			for b := range uint64(400) {
				other := b << 32
				if across {
					other |= 1 - a&1
				}
				want[Cell(a<<32|a&1, other|(a&1)*(boolBit(!across)), groups)] = true
			}
			got := map[uint64]bool{}
			for _, cell := range Cells(a<<32|a&1, groups, across) {
				got[cell] = true
				x, y := GroupsOf(cell, groups)
				own := shuffle.ShardOf(a<<32, groups)
				if x != own && y != own || across && (a&1 == 0 && x != own || a&1 == 1 && y != own) {
					t.Errorf("across %v: cell %x of document %d is of the groups %d and %d, its own is %d", across,
						cell, a, x, y, own)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("across %v, document %d (-want +got):\n%s", across, a, diff)
			}
		}
	}
}

func boolBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Cells have numbers without gaps: those of one side the first ones. A number says its groups.
func TestCellNumbers(t *testing.T) {
	for groups := 1; groups < 60; groups++ {
		seen := make([]bool, groups*groups)
		for x := range groups {
			for y := range groups {
				key := cellKey(x, y, groups)
				n := int(key >> 32)
				if n >= len(seen) || seen[n] || x <= y && n >= groups*(groups+1)/2 {
					t.Fatalf("%d groups: cell %d, %d has the number %d", groups, x, y, n)
				}
				seen[n] = true
				if gotX, gotY := GroupsOf(key, groups); gotX != x || gotY != y {
					t.Fatalf("%d groups: cell %d, %d is of groups %d, %d", groups, x, y, gotX, gotY)
				}
			}
		}
	}
	// the largest number of groups whose cells have numbers of 32 bits
	const max = 1<<16 - 1
	for _, of := range [][2]int{{0, 0}, {0, max - 1}, {max - 2, max - 1}, {max - 1, max - 1}, {max - 1, 0},
		{max - 1, max - 2}} {
		if x, y := GroupsOf(cellKey(of[0], of[1], max), max); x != of[0] || y != of[1] {
			t.Errorf("%d groups: cell %v is of groups %d, %d", max, of, x, y)
		}
	}
}

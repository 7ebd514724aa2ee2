package record

import "testing"

// A pair has one cell, whichever document is named first, and cells are below groups².
func TestCellOf(t *testing.T) {
	seen := map[uint64]bool{}
	for a := range uint64(40) {
		for b := range uint64(40) {
			cell := CellOf(a<<32|5, b<<32, 3)
			if cell != CellOf(b<<32, a<<32|6, 3) || cell>>32 >= 9 {
				t.Fatalf("CellOf(%d, %d) = %x", a, b, cell)
			}
			seen[cell] = true
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d cells are used, want the 6 of 3 groups", len(seen))
	}
}

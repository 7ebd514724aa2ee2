package gram

import "testing"

// The order of words counts.
func TestOf(t *testing.T) {
	x, y := Of([]uint32{1, 2, 3, 4}), Of([]uint32{2, 1, 3, 4})
	if x == y || x != Of([]uint32{1, 2, 3, 9}) || x>>48 != 0 {
		t.Errorf("Of = %#x and %#x", x, y)
	}
}

package represent

import (
	"slices"
	"testing"
)

// A Divider finds the representatives that Divide finds.
func FuzzDivider(f *testing.F) {
	f.Add(uint8(3), []byte{0, 1, 1, 2})
	f.Add(uint8(6), []byte{0, 2, 0, 3, 1, 4, 3, 5})
	f.Fuzz(func(t *testing.T, items uint8, pairs []byte) {
		n := int(items % 40)
		later := make([][]uint32, n)
		for ; len(pairs) >= 2 && n > 0; pairs = pairs[2:] {
			if a, b := int(pairs[0])%n, int(pairs[1])%n; a < b {
				later[a] = append(later[a], uint32(b))
			}
		}
		var d Divider
		others := 0
		for i, want := range Divide(n, func(int) {}, func(a, b int) (float64, bool) {
			return 1, slices.Contains(later[a], uint32(b))
		}) {
			got, more := d.Next(slices.Values(later[i]))
			if int(got) != i {
				others--
			}
			others += more
			if int(got) != want.Representative {
				t.Errorf("item %d has the representative %d, want %d", i, got, want.Representative)
			}
		}
		if others != 0 {
			t.Errorf("representatives have %d others too many", others)
		}
	})
}

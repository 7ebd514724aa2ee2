package represent

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// The example of the source: A is similar to C and D, so B is compared with E and F only.
func TestDivide(t *testing.T) {
	for _, tc := range []struct {
		name, items       string
		similar           string // pairs
		members, compared string
	}{
		{"the source", "ABCDEF", "AC AD", "A B A A E F", "AB AC AD AE AF BE BF EF"},
		{"a chain", "ABC", "AB BC", "A A C", "AB AC"},
		{"all", "ABC", "AB AC BC", "A A A", "AB AC"},
		{"none", "AB", "", "A B", "AB"},
		{"one", "A", "", "A", ""},
		{"empty", "", "", "", ""},
	} {
		var compared, begun []string
		got := Divide(len(tc.items),
			func(i int) { begun = append(begun, tc.items[i:i+1]) },
			func(i, j int) (float64, bool) {
				pair := tc.items[i:i+1] + tc.items[j:j+1]
				if n := len(begun); n == 0 || begun[n-1] != tc.items[i:i+1] {
					t.Errorf("%s: %s is compared before its representative begins", tc.name, pair)
				}
				compared = append(compared, pair)
				return .5, strings.Contains(" "+tc.similar+" ", " "+pair+" ")
			})
		var of []string
		for i, m := range got {
			of = append(of, tc.items[m.Representative:m.Representative+1])
			if want := map[bool]float64{true: 1, false: .5}[m.Representative == i]; m.R != want {
				t.Errorf("%s: item %d has r %g, want %g", tc.name, i, m.R, want)
			}
		}
		if diff := gocmp.Diff(tc.members, strings.Join(of, " ")); diff != "" {
			t.Errorf("%s: representatives (-want +got):\n%s", tc.name, diff)
		}
		if diff := gocmp.Diff(tc.compared, strings.Join(compared, " ")); diff != "" {
			t.Errorf("%s: comparisons (-want +got):\n%s", tc.name, diff)
		}
	}
}

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

package represent

import (
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

package bounded

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func link(pages uint32, a, b uint64) Link { return Link{pages, a, b, 10, 10} }

func TestSets(t *testing.T) {
	for _, tc := range []struct {
		name  string
		links []Link
		bound Bound
		want  map[uint64]uint64
		cut   int64
	}{
		{"none", nil, Bound{2, 100}, map[uint64]uint64{}, 0},
		{"a chain", []Link{link(2, 1, 2), link(2, 2, 3), link(2, 3, 4)}, Bound{4, 100}, map[uint64]uint64{1: 1, 2: 1, 3: 1, 4: 1}, 0},
		{"a chain that is too long", []Link{link(2, 1, 2), link(2, 2, 3), link(2, 3, 4)}, Bound{2, 100}, map[uint64]uint64{1: 1, 2: 1, 3: 3, 4: 3}, 1},
		{"the stronger first", []Link{link(9, 1, 2), link(2, 2, 3)}, Bound{2, 100}, map[uint64]uint64{1: 1, 2: 2, 3: 2}, 1},
		{"too many words", []Link{link(2, 1, 2), link(2, 2, 3)}, Bound{9, 29}, map[uint64]uint64{1: 1, 2: 1, 3: 3}, 1},
		{"two pages may have any", []Link{link(2, 1, 2)}, Bound{9, 1}, map[uint64]uint64{1: 1, 2: 1}, 0},
		{"a link within a set", []Link{link(2, 1, 2), link(2, 1, 3), link(3, 2, 3)}, Bound{3, 100}, map[uint64]uint64{1: 1, 2: 1, 3: 1}, 0},
	} {
		got, cut := Sets(Thin(slices.Clone(tc.links)), tc.bound)
		if diff := gocmp.Diff(tc.want, got); diff != "" || cut != tc.cut {
			t.Errorf("%s: %d links cut, want %d; sets (-want +got):\n%s", tc.name, cut, tc.cut, diff)
		}
	}
}

// The sets do not depend on who thins which links, and no set is larger than the bound.
func FuzzSets(f *testing.F) {
	f.Add([]byte{1, 2, 1, 2, 3, 1, 3, 4, 2, 4, 1, 9}, uint8(3), uint8(2))
	f.Fuzz(func(t *testing.T, b []byte, most, workers uint8) {
		var links []Link
		for ; len(b) >= 3; b = b[3:] {
			if x, y := uint64(b[0]&31), uint64(b[1]&31); x != y {
				links = append(links, Link{uint32(b[2] & 7), min(x, y), max(x, y), uint32(min(x, y)), uint32(max(x, y))})
			}
		}
		bound := Bound{2 + int(most&7), 60}
		want, cut := Sets(Thin(slices.Clone(links)), bound)
		var thinned []Link
		n := 1 + int(workers&3)
		for w := range n {
			var mine []Link
			for i, l := range links {
				if i%n == w {
					mine = append(mine, l)
				}
			}
			thinned = append(thinned, Thin(mine)...)
		}
		got, cutToo := Sets(Thin(thinned), bound)
		if diff := gocmp.Diff(want, got); diff != "" || cut != cutToo {
			t.Fatalf("thinned by %d workers: %d cut, want %d (-want +got):\n%s", n, cutToo, cut, diff)
		}
		pages, words := map[uint64]int{}, map[uint64]int64{}
		for page, set := range got {
			pages[set]++
			words[set] += int64(page)
			if page < set || got[set] != set {
				t.Errorf("page %d is in the set %d", page, set)
			}
		}
		for set, n := range pages {
			if n > bound.Pages || n > 2 && words[set] > bound.Words {
				t.Errorf("set %d has %d pages of %d words", set, n, words[set])
			}
		}
		if cut == 0 { // then the sets are the connected components
			for _, l := range links {
				if got[l.A] != got[l.B] {
					t.Errorf("%d and %d are linked and apart", l.A, l.B)
				}
			}
		}
	})
}

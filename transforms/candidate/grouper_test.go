package candidate

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// groupedPlainly is the obvious version of grouper.each and matchSorter: all matches sorted by every field.
func groupedPlainly(matches []unitMatch) []string {
	all := slices.Clone(matches)
	last := func(mark bool) int {
		if mark {
			return 0
		}
		return 1
	}
	slices.SortFunc(all, func(x, y unitMatch) int {
		return cmp.Or(cmp.Compare(x.B, y.B), cmp.Compare(x.I, y.I), cmp.Compare(x.K, y.K),
			cmp.Compare(last(x.Rare), last(y.Rare)), cmp.Compare(last(x.Few), last(y.Few)))
	})
	var groups []string
	for from := 0; from < len(all); {
		end := from + 1
		for end < len(all) && all[end].B == all[from].B {
			end++
		}
		groups = append(groups, fmt.Sprint(all[from].B, all[from:end]))
		from = end
	}
	slices.Sort(groups)
	return groups
}

// in yields matches, so many at a time.
func in(matches []unitMatch, some int) func(func([]unitMatch)) {
	return func(yield func([]unitMatch)) {
		for part := range slices.Chunk(matches, some) {
			yield(part)
		}
	}
}

func sameGroups(t *testing.T, d *grouper, matches []unitMatch) {
	t.Helper()
	var got []string
	var s matchSorter
	d.each(in(matches, 3), func(b uint64, group []unitMatch) {
		s.sort(group)
		got = append(got, fmt.Sprint(b, group))
	})
	slices.Sort(got)
	if diff := gocmp.Diff(groupedPlainly(matches), got); diff != "" {
		t.Fatalf("%d matches (-want +got):\n%s", len(matches), diff)
	}
}

// One grouper is used again and again, as a stage does.
func TestGrouper(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var d grouper
	for _, n := range []int{0, 1, 2, 5000, 100} {
		for _, documents := range []uint64{1, 3, 1000} {
			var matches []unitMatch
			for range n {
				matches = append(matches, unitMatch{
					B: rng.Uint64N(documents) * 0x9e3779b97f4a7c15, I: rng.Uint32N(4) << 29, K: rng.Uint32N(3),
					Rare: rng.IntN(2) == 0, Few: rng.IntN(2) == 0,
				})
			}
			sameGroups(t, &d, matches)
		}
	}
}

func FuzzGrouper(f *testing.F) {
	f.Add([]byte("aab1aac0bad1bad0aab0"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var matches []unitMatch
		for ; len(b) >= 4; b = b[4:] {
			matches = append(matches, unitMatch{B: uint64(b[0]) << 56, I: uint32(b[1]&^1) | uint32(b[1])<<31,
				K: uint32(b[2]) << 22, Rare: b[3]&1 == 1, Few: b[3]&2 == 2})
		}
		sameGroups(t, new(grouper), matches)
	})
}

// One op is the matches of one document with a thousand others.
func BenchmarkGrouper(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	matches := make([]unitMatch, 20_000)
	for x := range matches {
		matches[x] = unitMatch{B: rng.Uint64N(1000) * 0x9e3779b97f4a7c15, I: rng.Uint32N(1 << 14),
			K: rng.Uint32N(1 << 14)}
	}
	var d grouper
	var s matchSorter
	b.ReportAllocs()
	for b.Loop() {
		d.each(in(matches, 1000), func(_ uint64, group []unitMatch) { s.sort(group) })
	}
}

// Matches of places that became matches of units are sorted again, row by row.
func TestSortInRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var s matchSorter
	for n := range 120 {
		var matches []unitMatch
		for range n {
			matches = append(matches, unitMatch{B: 9, I: rng.Uint32N(9), K: rng.Uint32N(5), Rare: rng.IntN(2) == 0,
				Few: rng.IntN(2) == 0})
		}
		slices.SortStableFunc(matches, func(x, y unitMatch) int { return cmp.Compare(x.I, y.I) })
		want := groupedPlainly(matches)
		if s.sortInRows(matches); n > 0 && fmt.Sprint(9, matches) != want[0] {
			t.Fatalf("%d matches are %v, want %v", n, matches, want)
		}
	}
}

package resemblance

import (
	"context"
	"errors"
	"slices"
	"testing"

	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/sketch/minhash"
)

// candidates returns the pairs of a group, by how many each class is in, and how many were left out.
func candidates(t *testing.T, p Params, group []Feature) (met []int, pairs int, left int64) {
	t.Helper()
	met = make([]int, len(group))
	left, err := p.eachCandidate(t.Context(), group, func(a, b uint64) {
		pairs++
		met[a]++
		met[b]++
	})
	if err != nil {
		t.Fatal(err)
	}
	return met, pairs, left
}

// The pairs of a feature grow with its classes, and all pairs are looked at or counted. Of few classes all are made.
func TestFrequentFeature(t *testing.T) {
	p := Params{Method: Exact, Bounds: overlap.Bounds{Resemblance: .7}}
	for _, n := range []int{2, 1448, 3000, 100_000} {
		var group []Feature
		for i := range n {
			group = append(group, Feature{Document: uint64(i), Size: uint32(100 + i*10/n)})
		}
		met, pairs, left := candidates(t, p, group)
		if all := int64(n) * int64(n-1) / 2; int64(pairs)+left != all {
			t.Errorf("%d classes: %d pairs and %d left, want %d in all", n, pairs, left, all)
		}
		if n <= 1448 && left > 0 {
			t.Errorf("%d pairs of %d classes are left", left, n)
		}
		if pairs > maxMet+minFollowed*n {
			t.Errorf("%d classes make %d pairs", n, pairs)
		}
		for i, times := range met {
			if times < min(n-1, minFollowed) {
				t.Fatalf("class %d of %d is in %d pairs", i, n, times)
			}
		}
	}
}

// Where only groups are wanted, the pairs of a feature of many classes grow with the classes, and each class has pairs
// with those that are next in size. Of few classes all are made.
func TestFrequentFeatureOfGroups(t *testing.T) {
	p := Params{Method: Exact, Bounds: overlap.Bounds{Resemblance: .7}, OnlyGroups: true}
	for n, max := range map[int]int{181: 181 * 180 / 2, 512: 64 * 512, 20_000: 64 * 20_000} {
		var group []Feature
		for i := range n {
			group = append(group, Feature{Document: uint64(i), Size: 100})
		}
		met, pairs, left := candidates(t, p, group)
		if all := int64(n) * int64(n-1) / 2; int64(pairs)+left != all || pairs > max || n == 181 && left > 0 {
			t.Errorf("%d classes: %d pairs and %d left, want %d in all and at most %d pairs", n, pairs, left, all, max)
		}
		if fewest := slices.Min(met); fewest < minLinking {
			t.Errorf("%d classes: one is in %d pairs", n, fewest)
		}
	}
}

// band returns classes that share a band of MinHash. The Briefs of each two differ in so many values, or in none.
func band(n, differ int) (group []Feature) {
	for i := range n {
		f := Feature{Document: uint64(i), Size: 50}
		for v := range differ {
			if i%2 == 1 {
				f.Brief[v/32] |= 1 << (v % 32 * 2)
			}
		}
		group = append(group, f)
	}
	return group
}

// Of many classes that share a band, those whose Briefs agree make all pairs, and those that agree hardly enough make
// few. What is left out is counted.
func TestFrequentBand(t *testing.T) {
	p := Params{Method: MinHash, Bounds: overlap.Bounds{Resemblance: .5}, MinHash: minhash.Params{Permutations: 128}}
	for _, tc := range []struct {
		n, differ int
		all       bool // of the pairs whose Briefs differ
	}{{128, 60, true}, {1400, 48, true}, {1400, 49, false}, {1400, 60, false}} {
		_, pairs, left := candidates(t, p, band(tc.n, tc.differ))
		same, all := tc.n/2*(tc.n/2-1), tc.n*(tc.n-1)/2 // in two halves
		if int64(pairs)+left != int64(all) {
			t.Errorf("%+v: %d pairs and %d left, want %d in all", tc, pairs, left, all)
		}
		if tc.all && left != 0 || pairs < same {
			t.Errorf("%+v: %d pairs are left", tc, left)
		}
		if max := same + maxDoubtful + tc.n; !tc.all && pairs > max {
			t.Errorf("%+v: %d pairs, want at most %d", tc, pairs, max)
		}
	}
}

// A class is looked at with a bounded number of others, also if none of them is like it.
func TestFrequentBandOfNothing(t *testing.T) {
	p := Params{Method: MinHash, Bounds: overlap.Bounds{Resemblance: .5}, MinHash: minhash.Params{Permutations: 128}}
	const n = maxLooked + 1000
	var group []Feature
	for i := range n {
		f := Feature{Document: uint64(i), Size: 50}
		for w := range f.Brief {
			f.Brief[w] = uint64(i+1) * 0x9e3779b97f4a7c15 * uint64(2*w+1)
		}
		group = append(group, f)
	}
	_, pairs, left := candidates(t, p, group)
	if want := int64(n-1-maxLooked) * (n - maxLooked) / 2; left < want || left > want+int64(n) || pairs > n {
		t.Errorf("%d pairs, %d left, want about %d left", pairs, left, want)
	}
}

// Classes that meet stop at an interrupt, also within one group.
func TestGroupStops(t *testing.T) {
	p := Params{Method: Exact, Bounds: overlap.Bounds{Resemblance: .5}}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	pairs := 0
	_, err := p.eachCandidate(ctx, band(1000, 0), func(_, _ uint64) { pairs++; cancel(stopped) })
	if err != stopped || pairs > 1000 {
		t.Errorf("%v after %d pairs", err, pairs)
	}
}

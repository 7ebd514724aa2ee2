package reuse

import (
	"context"
	"errors"
	"slices"
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/transforms/reuse/prefix"
)

// meetResult is what a stage makes of a group: its pairs and crowds, the pairs that were not made, and the memory of
// the pairs that were kept.
type meetResult struct {
	pairs, crowds int
	notMade       int64
	kept          int
}

// meetGroup pairs a group of n wordings of so many words whose maps are the same.
func meetGroup(ctx context.Context, t *testing.T, n int, words uint32, known crowds) (got meetResult, err error) {
	t.Helper()
	p := Params{Method: Exact, ThetaS: .6, MaxDocuments: 100, Groups: 2, Shuffle: engine.Params{Shards: 2}}
	var group []byte
	for i := range n {
		f := Feature{Member: prefix.Member{ID: mix.Full(uint64(i)), Size: words, Rest: words}}
		group = shuffle.Append(group, featureKey(4|prefix.Rare, &f), f.Append(nil))
	}
	count := func(of *int) func(int, []byte) {
		return func(_ int, b []byte) {
			if err := shuffle.Each(b, func(uint64, []byte) error { *of++; return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	st := &meet{Params: p, Known: engine.SideWith(known), Size: engine.SideWith(int64(1_000_000)),
		Pairs: engine.To[delivery.Pair](p.byCell())}
	err = engine.RunReduce(ctx, p.Shuffle, st, 0, shuffletest.Iterate(group), count(&got.pairs), func(int, []byte) {},
		count(&got.crowds), func(name string, n int64) {
			if name == CrowdPairs {
				got.notMade += n
			}
		})
	got.kept = cap(st.met)
	return got, err
}

// Wordings that are alike to too many are hot, and none of their pairs is kept once that is known. Each is looked at
// with as many as it takes.
func TestCrowdIsNotKept(t *testing.T) {
	const n = 50_000
	got, err := meetGroup(t.Context(), t, n, 10, nil)
	if err != nil || got.pairs != 0 || got.crowds != n {
		t.Errorf("%d pairs and %d crowds, want none and %d: %v", got.pairs, got.crowds, n, err)
	}
	if got.kept > n {
		t.Errorf("%d pairs are kept", got.kept)
	}
}

// A group with more pairs than are kept has the same pairs as one with fewer: all, where nothing is known to be hot.
func TestPairsBeyondTheKept(t *testing.T) {
	for _, n := range []int{1100, 1500} {
		got, err := meetGroup(t.Context(), t, n, 60, nil)
		if want := n * (n - 1) / 2; err != nil || got.pairs != want || got.crowds != 0 {
			t.Errorf("%d pairs and %d crowds of %d wordings, want %d and none: %v", got.pairs, got.crowds, n, want, err)
		}
		if got.kept > 2*maxMet {
			t.Errorf("%d pairs are kept, want at most %d", got.kept, maxMet)
		}
	}
	if maxMet > 1500*1499/2 {
		t.Error("1,500 wordings do not have more pairs than are kept")
	}
}

// A run that is interrupted does not finish a group.
func TestPairEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := meetGroup(ctx, t, 2000, 10, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that of the context", err)
	}
}

// Pairs of two wordings that are known to be hot are not made, and are counted; each pair of a hot one and another is.
func TestKnownCrowds(t *testing.T) {
	const n = 300
	for _, known := range []int{0, 1, n / 2, n} {
		var found []*crowds
		for i := range known {
			found = append(found, &crowds{mix.Full(uint64(i))})
		}
		joined, err := smallest{}.Table(slices.Values(found))
		if err != nil {
			t.Fatal(err)
		}
		var of crowds
		if err := of.Read(joined); err != nil || len(of) != known || !slices.IsSorted(of) {
			t.Fatalf("%d wordings are known: %v, want %d in order", len(of), err, known)
		}
		got, err := meetGroup(t.Context(), t, n, 10, of)
		two := known * (known - 1) / 2
		if all := n * (n - 1) / 2; err != nil || got.pairs != all-two || got.notMade != int64(two) {
			t.Errorf("%d known: %d pairs, and %d are counted, want %d and %d: %v", known, got.pairs, got.notMade,
				all-two, two, err)
		}
	}
}

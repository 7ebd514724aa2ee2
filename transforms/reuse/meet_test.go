package reuse

import (
	"context"
	"errors"
	"testing"

	"example.org/diagonal/transforms/reuse/prefix"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/mix"
)

// meet pairs a group of n wordings of so many words whose maps are the same, and returns the pairs, the crowds, and the
// memory of the pairs that were kept.
func meet(t *testing.T, n int, words uint32) (pairs, crowds, kept int) {
	t.Helper()
	fn := &meetFn{Params: Params{Method: Exact, ThetaS: .6, MaxDocuments: 100, Groups: 2, Shuffle: shuffle.Params{Shards: 2}}}
	if err := fn.start(1_000_000); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		fn.group = append(fn.group, prefix.Member{ID: mix.Full(uint64(i)), Size: words, Rest: words, Needed: uint32(fn.plan.Needed(int(words)))})
	}
	count := func(of *int) func(int, []byte) {
		return func(_ int, b []byte) {
			if err := shuffle.Each(b, func(uint64, []byte) error { *of++; return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := fn.pair(t.Context(), prefix.Rare, count(&pairs), func(int, []byte) {}, count(&crowds)); err != nil {
		t.Fatal(err)
	}
	fn.collector.Flush(count(&pairs), func(int, []byte) {})
	fn.crowds.Flush(count(&crowds))
	return pairs, crowds, cap(fn.met)
}

// Wordings that are alike to too many are hot, and none of their pairs is kept once that is known. Each is looked at with
// as many as it takes.
func TestCrowdIsNotKept(t *testing.T) {
	const n = 50_000
	pairs, crowds, kept := meet(t, n, 10)
	if pairs != 0 || crowds != n {
		t.Errorf("%d pairs and %d crowds, want none and %d", pairs, crowds, n)
	}
	if kept > n {
		t.Errorf("%d pairs are kept", kept)
	}
}

// A group with more pairs than are kept has the same pairs as one with fewer: all, where nothing is known to be hot.
func TestPairsBeyondTheKept(t *testing.T) {
	for _, n := range []int{1100, 1500} {
		pairs, crowds, kept := meet(t, n, 60)
		if want := n * (n - 1) / 2; pairs != want || crowds != 0 {
			t.Errorf("%d pairs and %d crowds of %d wordings, want %d and none", pairs, crowds, n, want)
		}
		if kept > 2*mostMet {
			t.Errorf("%d pairs are kept, want at most %d", kept, mostMet)
		}
	}
	if mostMet > 1500*1499/2 {
		t.Error("1,500 wordings do not have more pairs than are kept")
	}
}

// A run that is interrupted does not finish a group.
func TestPairEnds(t *testing.T) {
	fn := &meetFn{Params: Params{Method: Exact, ThetaS: .6, MaxDocuments: 100, Groups: 2, Shuffle: shuffle.Params{Shards: 2}}}
	if err := fn.start(1_000_000); err != nil {
		t.Fatal(err)
	}
	fn.group = make([]prefix.Member, 2000)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none := func(int, []byte) {}
	if err := fn.pair(ctx, prefix.Rare, none, none, none); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that of the context", err)
	}
}

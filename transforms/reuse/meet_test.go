package reuse

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/reuse/prefix"
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

// Pairs of two wordings that are known to be hot are not made, and are counted; each pair of a hot one and another is.
func TestKnownCrowds(t *testing.T) {
	const n = 300
	for _, known := range []int{0, 1, n / 2, n} {
		fn := &meetFn{Params: Params{Method: Exact, ThetaS: .6, MaxDocuments: 100, Groups: 2, Shuffle: shuffle.Params{Shards: 2}}}
		if err := fn.start(1_000_000); err != nil {
			t.Fatal(err)
		}
		var table [][]byte
		for i := range n {
			fn.group = append(fn.group, prefix.Member{ID: mix.Full(uint64(i)), Size: 10, Rest: 10, Needed: 6})
			if i < known {
				table = append(table, binary.BigEndian.AppendUint64([]byte{0}, mix.Full(uint64(i))))
			}
		}
		joined, err := crowdTable{}.Join(func(b *[]byte) bool {
			if len(table) == 0 {
				return false
			}
			*b, table = table[0], table[1:]
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if fn.known, err = readCrowds(joined); err != nil || len(fn.known) != known || !slices.IsSorted(fn.known) {
			t.Fatalf("%d wordings are known: %v, want %d in order", len(fn.known), err, known)
		}
		pairs := 0
		count := func(_ int, b []byte) {
			if err := shuffle.Each(b, func(uint64, []byte) error { pairs++; return nil }); err != nil {
				t.Error(err)
			}
		}
		none := func(int, []byte) {}
		if err := fn.pair(t.Context(), prefix.Rare, count, none, none); err != nil {
			t.Fatal(err)
		}
		fn.collector.Flush(count, none)
		two := known * (known - 1) / 2
		if all := n * (n - 1) / 2; pairs != all-two || fn.ledger[CrowdPairs] != int64(two) {
			t.Errorf("%d known: %d pairs, and %d are counted, want %d and %d", known, pairs, fn.ledger[CrowdPairs], all-two, two)
		}
	}
}

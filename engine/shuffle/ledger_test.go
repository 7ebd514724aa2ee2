package shuffle

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/engine/spool"
)

func TestLedger(t *testing.T) {
	type entry struct {
		Name string
		N    int64
	}
	var got []entry
	emit := func(name string, n int64) { got = append(got, entry{name, n}) }
	l := Ledger{}
	l.Flush(emit)
	l.Add("b", 1)
	l.Add("中", 0)
	l.Add("a", 2)
	l.Add("b", 3)
	l.Flush(emit)
	l.Flush(emit)
	if diff := cmp.Diff([]entry{{"a", 2}, {"b", 4}, {"中", 0}}, got); diff != "" {
		t.Errorf("Flush (-want +got):\n%s", diff)
	}
}

// What does not fit in an int64 is the largest number, or the least, and stays it.
func TestLedgerIsFull(t *testing.T) {
	for _, tc := range []struct {
		add  []int64
		want int64
	}{
		{[]int64{math.MaxInt64 - 1, 1}, math.MaxInt64},
		{[]int64{math.MaxInt64, 1, 1}, math.MaxInt64},
		{[]int64{math.MaxInt64 / 2, math.MaxInt64 / 2, math.MaxInt64}, math.MaxInt64},
		{[]int64{0, math.MaxInt64, 0}, math.MaxInt64},
		{[]int64{math.MinInt64 + 1, -1}, math.MinInt64},
		{[]int64{math.MinInt64, -1, -1}, math.MinInt64},
		{[]int64{math.MinInt64, math.MaxInt64}, -1},
		{[]int64{5, -7}, -2},
	} {
		l, got := Ledger{}, int64(0)
		for _, n := range tc.add {
			l.Add("pairs", n)
		}
		l.Flush(func(_ string, n int64) { got = n })
		if got != tc.want {
			t.Errorf("the sum of %d is %d, want %d", tc.add, got, tc.want)
		}
	}
}

// EachPart counts every shard, stores the name of the stage, and returns an error for a damaged block.
func TestCollect(t *testing.T) {
	before := Progress.Shards.Load()
	whole := Append(Append(nil, 2, []byte("b")), 1, []byte("a"))
	for _, tc := range []struct {
		blocks [][]byte
		want   int // records; -1 is an error
	}{
		{nil, 0},
		{[][]byte{whole, spool.New(nil), whole}, 4},
		{[][]byte{whole, whole[:len(whole)-1]}, -1},
		{[][]byte{whole, {}}, -1},
	} {
		records := 0
		err := Params{}.EachPart("stage", shuffletest.Iterate(tc.blocks...), func(sorted *block.Sorted) error {
			records += sorted.Len()
			return nil
		})
		if (err != nil) != (tc.want < 0) || err == nil && records != tc.want {
			t.Errorf("EachPart of %d blocks: %v, want %d records", len(tc.blocks), err, tc.want)
		}
	}
	if n := Progress.Shards.Load() - before; n != 4 || Progress.Stage() != "stage" {
		t.Errorf("%d shards of %q were counted, want 4", n, Progress.Stage())
	}
}

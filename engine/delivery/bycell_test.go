package delivery

import (
	"testing"

	"example.org/diagonal/engine/shuffle"
)

// All shards have the same number of cells, or one less, whether there are cells of one side or of two. It is the least
// that so many shards allow.
func TestCellsAreEven(t *testing.T) {
	for _, across := range []bool{false, true} {
		for _, groups := range []int{1, 2, 6, 13, 40} {
			for _, shards := range []int{1, 7, 32} {
				p := shuffle.Params{Shards: shards}
				packed := ByGroups(p, groups, across)
				n := packed.Shards
				if n < 1 || n > shards {
					t.Fatalf("%d of %d shards for %d groups", n, shards, groups)
				}
				cells := make([]map[uint64]bool, n)
				sent := 0
				deal(t, p, packed, func(d *dealing) {
					for x := range groups {
						for y := range groups {
							if across || x <= y {
								ToCell(&d.Pairs, cellKey(x, y, groups), Pair{})
								sent++
							}
						}
					}
				}, func(shard int, b []byte) {
					cells[shard] = map[uint64]bool{}
					if err := shuffle.Each(b, func(key uint64, _ []byte) error {
						cells[shard][key] = true
						return nil
					}); err != nil {
						t.Fatal(err)
					}
				}, nil)
				all, max := 0, (sent+shards-1)/shards
				for shard, of := range cells {
					all += len(of)
					if len(of) < max-1 || len(of) > max {
						t.Errorf("%d groups, across %v: shard %d of %d has %d of %d cells", groups, across, shard,
							shards, len(of), sent)
					}
				}
				if all != sent {
					t.Errorf("%d groups, across %v, %d shards: %d of %d cells arrive", groups, across,
						shards, all, sent)
				}
			}
		}
	}
}

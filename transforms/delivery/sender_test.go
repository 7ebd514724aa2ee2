package delivery

import (
	"testing"

	"example.org/diagonal/transforms/shuffle"
)

// No shard has more than one cell more than another one, whether there are cells of one side or of two.
func TestSenderIsEven(t *testing.T) {
	for _, across := range []bool{false, true} {
		for _, groups := range []int{1, 2, 6, 13, 40} {
			for _, shards := range []int{1, 7, 32} {
				cells := make([]map[uint64]bool, shards)
				s := NewSender(shuffle.Params{Shards: shards})
				sent := 0
				for x := range groups {
					for y := range groups {
						if across || x <= y {
							s.Add(cellKey(x, y, groups), []byte{TagItem}, nil)
							sent++
						}
					}
				}
				s.Flush(func(shard int, b []byte) {
					cells[shard] = map[uint64]bool{}
					if err := shuffle.Each(b, func(key uint64, _ []byte) error { cells[shard][key] = true; return nil }); err != nil {
						t.Fatal(err)
					}
				})
				all := 0
				for shard, of := range cells {
					all += len(of)
					if len(of) < sent/shards || len(of) > (sent+shards-1)/shards {
						t.Errorf("%d groups, across %v: shard %d of %d has %d of %d cells", groups, across, shard, shards, len(of), sent)
					}
				}
				if all != sent {
					t.Errorf("%d groups, across %v, %d shards: %d of %d cells arrive", groups, across, shards, all, sent)
				}
			}
		}
	}
}

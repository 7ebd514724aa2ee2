package alignment

import (
	"testing"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

// Sentences of one word, whose hashes are small, are in all shards.
func TestHotSentenceKey(t *testing.T) {
	const words, shards = 8_000, 8
	var in [shards]int
	for word := range uint32(words) {
		in[shuffle.ShardOf(HotSentence{Words: 1, Hash: wordhash.Of([]uint32{word})}.Key(), shards)]++
	}
	for shard, n := range in {
		if n < words/shards*9/10 || n > words/shards*11/10 {
			t.Errorf("shard %d has %d sentences of %d, want about %d", shard, n, words, words/shards)
		}
	}
}

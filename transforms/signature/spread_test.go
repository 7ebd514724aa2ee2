package signature

import (
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
)

// With each method, the places of a sentence that most documents have are in no shard of their own.
func TestSpread(t *testing.T) {
	const documents, shards = 4_000, 8
	for _, method := range Methods {
		p := defaults()
		p.Method, p.MaxDocuments, p.Shuffle.Shards = method, 5, shards
		st := &emit{
			Params: p, Poster: Poster{Tau: p.Tau, MaxDocuments: p.MaxDocuments},
			counting: counting{vocabulary.NewSet([]uint32{1, 2}), method == SpotSigs},
		}
		postings, sizes := map[int]int{}, 0
		emit := func(shard int, b []byte) {
			if err := shuffle.Each(b, func(uint64, []byte) error {
				postings[shard]++
				sizes++
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		var all []record.Analysed
		for d := range uint64(documents) {
			all = append(all, record.Analysed{Key: d << 32, Words: []uint32{1, 7, 8, 2, 9, 10, 11, 12},
				Ends: []uint32{8}})
		}
		if err := engine.RunMap(t.Context(), p.Shuffle, st, all, emit, func(string, int64) {}); err != nil {
			t.Fatal(err)
		}
		if sizes < documents {
			t.Errorf("%s: %d postings of %d documents", method, sizes, documents)
		}
		for shard, n := range postings {
			if mean := sizes / shards; n > mean*5/4 {
				t.Errorf("%s: shard %d has %d postings, the mean is %d", method, shard, n, mean)
			}
		}
	}
}

package hot

import (
	"testing"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/shuffletest"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue/wordhash"
)

// shards collects what a stage emits, by shard.
type shards map[int][][]byte

func (s shards) emit(shard int, b []byte) { s[shard] = append(s[shard], b) }

// A run, or a sentence, that most documents have is in no shard of its own: its places are in the
// shards of their documents, and each of them is a place of a hot passage.
func TestSpread(t *testing.T) {
	const documents, limit = 4_000, 5
	p := Params{MaxDocuments: limit, Shuffle: shuffle.Params{Shards: 8}}
	size := int64(documents)
	key := func(d int) uint64 { return uint64(d) << 32 }

	sentences := shards{}
	packer, spreader := shuffle.NewPacker(p.Shuffle), p.spreader()
	for d := range documents {
		s := alignment.HotSentence{First: 0, Words: 9, Hash: wordhash.Of([]uint32{1, 2, 3})}
		place := alignment.HotPlace{Document: key(d), HotSentence: s}
		spreader.Add(packer, s.Key(), key(d), place.Append(nil), sentences.emit)
	}
	packer.Flush(sentences.emit)

	rare := func(string, int64) { t.Error("a sentence is rare") }
	run := func(stage engine.Stage, in shards, emitters ...any) {
		t.Helper()
		for shard, blocks := range in {
			if err := engine.RunReduce(t.Context(), p.Shuffle, stage, shard, shuffletest.Iterate(blocks...),
				emitters...); err != nil {
				t.Fatal(err)
			}
		}
	}
	byDocument, chained, hot, left := shards{}, shards{}, shards{}, shards{}
	run(&countSentences{Params: p, Size: engine.SideWith(size)}, sentences, byDocument.emit, rare)
	together := shards{} // one bundle, which knows what is frequent
	for _, blocks := range byDocument {
		together[0] = append(together[0], blocks...)
	}
	run(&chain{Params: p}, together, chained.emit)
	run(&countRuns{Params: p, Size: engine.SideWith(size)}, chained, hot.emit, left.emit, rare)
	if len(left) > 0 {
		t.Errorf("runs in %d shards are rare", len(left))
	}
	for name, stage := range map[string]shards{"sentences": sentences, "by document": byDocument, "runs": chained,
		"hot": hot} {
		all, largest := 0, 0
		for _, blocks := range stage {
			n := 0
			for _, b := range blocks {
				if err := shuffle.Each(b, func(uint64, []byte) error { n++; return nil }); err != nil {
					t.Fatal(err)
				}
			}
			all, largest = all+n, max(largest, n)
		}
		if all != documents {
			t.Errorf("%s: %d places of %d documents", name, all, documents)
		}
		if mean := documents / p.Shuffle.Shards; largest > mean*5/4 {
			t.Errorf("%s: the largest shard has %d places, the mean is %d", name, largest, mean)
		}
	}
}

package boilerplate

import (
	"testing"

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
	const documents, most = 4_000, 5
	p := Params{MaxDocuments: most, Shuffle: shuffle.Params{Shards: 8}}
	size := int64(documents)
	key := func(d int) uint64 { return uint64(d) << 32 }

	sentences := shards{}
	packer, spreader := shuffle.NewPacker(p.Shuffle), p.spreader()
	for d := range documents {
		s := alignment.HotSentence{First: 0, Words: 9, Hash: wordhash.Of([]uint32{1, 2, 3})}
		spreader.Add(packer, s.Key(), key(d), alignment.AppendHotSentence([]byte{0, 0, byte(d >> 8), byte(d), 0, 0, 0, 0}, s), sentences.emit)
	}
	packer.Flush(sentences.emit)

	byDocument := shards{}
	rare := func(string, int64) { t.Error("a sentence is rare") }
	for shard, blocks := range sentences {
		fn := &sentenceFn{Params: p}
		if err := fn.ProcessElement(shard, shuffletest.Iterate(blocks...), size, byDocument.emit, rare); err != nil {
			t.Fatal(err)
		}
		fn.FinishBundle(size, byDocument.emit, rare)
	}
	chained := shards{}
	fn := &chainFn{Params: p}
	fn.StartBundle(chained.emit)
	for _, blocks := range byDocument {
		if err := fn.ProcessElement(0, shuffletest.Iterate(blocks...), chained.emit); err != nil {
			t.Fatal(err)
		}
	}
	fn.FinishBundle(chained.emit)
	hot, left := shards{}, shards{}
	for shard, blocks := range chained {
		fn := &runFn{Params: p}
		if err := fn.ProcessElement(shard, shuffletest.Iterate(blocks...), size, hot.emit, left.emit, rare); err != nil {
			t.Fatal(err)
		}
		fn.FinishBundle(size, hot.emit, left.emit, rare)
	}
	if len(left) > 0 {
		t.Errorf("runs in %d shards are rare", len(left))
	}
	for name, stage := range map[string]shards{"sentences": sentences, "by document": byDocument, "runs": chained, "hot": hot} {
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

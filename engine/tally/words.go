package tally

import (
	"encoding/binary"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/engine/wire"
)

// WordCount is the count of a word in one bundle. The upper half of its key is the word, the lower
// half is 1; the payload belongs to the caller. The record with the key totals has what each shard
// must know of the whole bundle.
type WordCount struct{}

// totals is the first key, so that totals are read before words. No word has it.
const totals = 0

// Words sends the counts of one bundle to the shards of a shuffle.
type Words struct{ packer *shuffle.Packer }

// NewWords makes the Words of a bundle.
func NewWords(p shuffle.Params) *Words { return &Words{shuffle.NewPacker(p)} }

// Send sends what was counted of a word. The payload is copied.
func (w *Words) Send(word uint32, payload []byte, emit func(int, []byte)) {
	w.packer.Add(uint64(word)<<32|1, payload, emit)
}

// Finish sends what each shard must know of the bundle, and ends the bundle.
func (w *Words) Finish(total []byte, emit func(int, []byte)) {
	for shard := range w.packer.Shards() {
		w.packer.AddTo(shard, totals, total, emit)
	}
	w.packer.Flush(emit)
}

// maxWords is the number of distinct words that a Counter holds before it sends their counts:
// about 100 MB of memory. A worker with less memory counts fewer.
const maxWords = 4 << 20

// Counter counts the words of one bundle, and sends the counts as Words. Its payload of a word is
// the count, a uvarint, which ReadCount reads.
type Counter struct {
	vocabulary.Counter
	words   *Words
	most    int64
	payload []byte // scratch, never emitted
}

// NewCounter makes the Counter of a bundle.
func NewCounter(p shuffle.Params) *Counter {
	return &Counter{words: NewWords(p), most: p.Scaled(maxWords)}
}

// FlushFull sends the counts if there are very many.
func (c *Counter) FlushFull(emit func(int, []byte)) {
	if int64(c.Len()) > c.most {
		c.flush(emit)
	}
}

func (c *Counter) flush(emit func(int, []byte)) {
	c.Counter.Flush(func(word, n uint32) {
		c.payload = binary.AppendUvarint(c.payload[:0], uint64(n))
		c.words.Send(word, c.payload, emit)
	})
}

// Finish sends the counts, and what each shard must know of the bundle, and ends the bundle.
func (c *Counter) Finish(total []byte, emit func(int, []byte)) {
	c.flush(emit)
	c.words.Finish(total, emit)
}

// ReadCount reads the payload of a word that a Counter sent. The error is wire.ErrShort.
func ReadCount(payload []byte) (uint64, error) {
	r := wire.NewReader(payload)
	n := r.Uvarint()
	return n, r.Err()
}

// EachWord reads the blocks of one shard, for a Method.Sum. First it calls total with the payload
// that each bundle passed to Finish. Then it calls f for each word of the shard, by ascending hash,
// with the sum of what count returns for its payloads. A shard that is larger than memory is read
// in parts. stage is the name of the stage in the progress line.
func EachWord(p shuffle.Params, stage string, blocks func(*[]byte) bool, total func(payload []byte) error, count func(payload []byte) (uint64, error), f func(vocabulary.Count)) error {
	return p.EachGroup(stage, blocks, func(sorted *block.Sorted, from, to int) error {
		if sorted.Key(from) == totals {
			for i := from; i < to; i++ {
				if err := total(sorted.Payload(i)); err != nil {
					return err
				}
			}
			return nil
		}
		word := vocabulary.Count{Word: uint32(sorted.Key(from) >> 32)}
		for i := from; i < to; i++ {
			n, err := count(sorted.Payload(i))
			if err != nil {
				return err
			}
			word.N += n
		}
		f(word)
		return nil
	})
}

// JoinWords returns all counts of the parts that Method.Sum made, for Method.Join. A part is a
// head, which head reads, and what vocabulary.AppendCounts appended to it.
func JoinWords(parts func(*[]byte) bool, head func(r *wire.Reader)) ([]vocabulary.Count, error) {
	var counts []vocabulary.Count
	var part []byte
	for parts(&part) {
		r := wire.NewReader(part)
		head(&r)
		if err := r.Err(); err != nil {
			return nil, err
		}
		var err error
		if counts, err = vocabulary.ReadCounts(counts, r.Rest()); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

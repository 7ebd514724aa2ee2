package tally

import (
	"encoding/binary"
	"fmt"
	"iter"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/engine/wire"
)

// WordCount is what a bundle counted of a word, which is the upper half of the key; the lower half is 1. The one with
// the key totals is what each shard must know of the whole bundle.
//
//	numbers, one or more, each uvarint
type WordCount struct{ Numbers []uint64 }

// Append appends the payload to dst.
func (w *WordCount) Append(dst []byte) []byte {
	for _, n := range w.Numbers {
		dst = binary.AppendUvarint(dst, n)
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (w *WordCount) Read(payload []byte) error {
	r := wire.NewReader(payload)
	w.Numbers = append(w.Numbers[:0], r.Uvarint())
	for r.More() {
		w.Numbers = append(w.Numbers, r.Uvarint())
	}
	return r.Err()
}

// totals is the first key, so that totals are read before words. No word has it.
const totals = 0

// IsTotals reports whether a key is that of totals.
func IsTotals(key uint64) bool { return key == totals }

// Send sends what a bundle counted of a word.
func Send(to *engine.Out[WordCount], word uint32, numbers []uint64) {
	to.Add(uint64(word)<<32|1, WordCount{numbers})
}

// SendTotals sends what each shard must know of a bundle.
func SendTotals(to *engine.Out[WordCount], numbers ...uint64) {
	for shard := range to.Shards() {
		to.AddTo(shard, totals, WordCount{numbers})
	}
}

// maxWords is the number of distinct words that a Counter holds before it sends their counts:
// about 100 MB of memory. A worker with less memory counts fewer.
const maxWords = 4 << 20

// Counter counts the words of one bundle, and sends the count of each.
type Counter struct {
	vocabulary.Counter
	to     *engine.Out[WordCount]
	max    int64
	number [1]uint64 // scratch
}

// NewCounter makes the Counter of a bundle.
func NewCounter(p engine.Params, to *engine.Out[WordCount]) *Counter {
	return &Counter{to: to, max: p.Scaled(maxWords)}
}

// FlushFull sends the counts if there are very many.
func (c *Counter) FlushFull() {
	if int64(c.Len()) > c.max {
		c.Finish()
	}
}

// Finish sends the counts, at the end of the bundle.
func (c *Counter) Finish() {
	c.Flush(func(word, n uint32) {
		c.number[0] = uint64(n)
		Send(c.to, word, c.number[:])
	})
}

// Lengths is how many numbers records have: those of totals, 0 if there are none, and those of words.
type Lengths struct{ Totals, Word int }

// Sum returns the word of a key and the sum of what count makes of its counts. Of the key of totals, which comes first,
// it calls total with those of each bundle, and ok is false. A record of another length is an error.
func Sum(
	in *engine.In[WordCount], key uint64, want Lengths, total func(numbers []uint64),
	count func(numbers []uint64) uint64,
) (word vocabulary.Count, ok bool, err error) {
	word.Word = uint32(key >> 32)
	n := want.Word
	if key == totals {
		n = want.Totals
	}
	for w := range in.All {
		switch {
		case len(w.Numbers) != n:
			return word, false, fmt.Errorf("tally: a record of the key %x has %d numbers, want %d", key,
				len(w.Numbers), n)
		case key == totals:
			total(w.Numbers)
		default:
			word.N += count(w.Numbers)
		}
	}
	return word, key != totals, nil
}

// First is the count of a Counter, for Sum.
func First(numbers []uint64) uint64 { return numbers[0] }

// Part is the words of a shard that a table needs.
//
//	n uvarint; n totals, each uvarint; counts (vocabulary.AppendCounts)
type Part struct {
	Totals []uint64
	Counts []vocabulary.Count
}

// Append appends the payload to dst.
func (p *Part) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(p.Totals)))
	for _, n := range p.Totals {
		dst = binary.AppendUvarint(dst, n)
	}
	return vocabulary.AppendCounts(dst, p.Counts...)
}

// Read reads a payload. The error is about one that is damaged.
func (p *Part) Read(payload []byte) (err error) {
	r := wire.NewReader(payload)
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		p.Totals = append(p.Totals, r.Uvarint())
	}
	if err := r.Err(); err != nil {
		return err
	}
	p.Counts, err = vocabulary.ReadCounts(nil, r.Rest())
	return err
}

// Join returns the largest of each of n totals of parts, and all their counts. Another number of totals is an error.
func Join(parts iter.Seq[*Part], n int) (largest []uint64, counts []vocabulary.Count, err error) {
	largest = make([]uint64, n)
	for p := range parts {
		if len(p.Totals) != n {
			return nil, nil, fmt.Errorf("tally: a part has %d totals, want %d", len(p.Totals), n)
		}
		for i, total := range p.Totals {
			largest[i] = max(largest[i], total)
		}
		counts = append(counts, p.Counts...)
	}
	return largest, counts, nil
}

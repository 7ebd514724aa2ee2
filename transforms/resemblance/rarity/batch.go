package rarity

import (
	"encoding/binary"
	"errors"

	"example.org/diagonal/engine/shuffle/bucket"
)

// A collection with more elements than a table has counters is counted in two steps. The hashes
// of elements are brought together by their prefix (Batch), and only those that come more than
// once are added to the table (Repeats). So the table tells nearly all elements that one document
// has from the others, for as long as the elements that several documents have fit.

const (
	// prefixBits is the width of a prefix.
	prefixBits = 16
	// tailBytes is the size of the part of a hash that follows the prefix. The rest of the hash is
	// left out: of 3 billion elements, one in 100,000 then has the hash of another one.
	tailBytes = 4
)

// Batch collects hashes. The zero value is not usable: see NewBatch.
type Batch struct {
	hashes, dealt []uint64
	ends          []uint32
	payload       []byte
}

// NewBatch returns a Batch that is full with so many hashes. From 2^20 on a record has 16 or more.
func NewBatch(size int) *Batch {
	return &Batch{hashes: make([]uint64, 0, max(1, size)), ends: make([]uint32, 1<<prefixBits)}
}

// Add adds a hash, and reports whether the batch is full. Then Deal must be called.
func (b *Batch) Add(hash uint64) (full bool) {
	b.hashes = append(b.hashes, hash)
	return len(b.hashes) == cap(b.hashes)
}

// Deal calls f with the tails of the hashes of each prefix, which is in the upper bits of key, and
// empties the batch. The payload is valid until f returns.
func (b *Batch) Deal(f func(key uint64, payload []byte)) {
	clear(b.ends)
	for _, h := range b.hashes {
		b.ends[h>>(64-prefixBits)]++
	}
	sum := uint32(0)
	for i, n := range b.ends {
		b.ends[i] = sum // where the hashes of the prefix begin, and how far they are filled
		sum += n
	}
	if b.dealt == nil {
		b.dealt = make([]uint64, cap(b.hashes))
	}
	for _, h := range b.hashes {
		end := &b.ends[h>>(64-prefixBits)]
		b.dealt[*end] = h
		*end++
	}
	start := uint32(0)
	for prefix, end := range b.ends {
		if start == end {
			continue
		}
		b.payload = b.payload[:0]
		for _, h := range b.dealt[start:end] {
			b.payload = binary.BigEndian.AppendUint32(b.payload, uint32(h>>(64-prefixBits-8*tailBytes)))
		}
		f(uint64(prefix)<<(64-prefixBits), b.payload)
		start = end
	}
	b.hashes = b.hashes[:0]
}

// Repeats finds the hashes of one prefix that come more than once. The zero value is ready.
type Repeats struct{ tails, scratch []uint64 }

// Add adds a payload of Batch.Deal. All payloads must have the same prefix.
func (r *Repeats) Add(payload []byte) error {
	if len(payload) == 0 || len(payload)%tailBytes != 0 {
		return errors.New("rarity: a record of hashes is damaged")
	}
	for ; len(payload) > 0; payload = payload[tailBytes:] {
		r.tails = append(r.tails, uint64(binary.BigEndian.Uint32(payload))<<(64-8*tailBytes))
	}
	return nil
}

// AddTo adds the hashes that came more than once to t, with how often they came, and forgets all.
// key is that of their prefix.
func (r *Repeats) AddTo(t *Table, key uint64) {
	r.scratch = bucket.Sort(r.tails, r.scratch)
	for i, end := 0, 0; i < len(r.tails); i = end {
		for end = i + 1; end < len(r.tails) && r.tails[end] == r.tails[i]; {
			end++
		}
		if end-i > 1 {
			t.AddTimes(key|r.tails[i]>>prefixBits, end-i)
		}
	}
	r.tails = r.tails[:0]
}

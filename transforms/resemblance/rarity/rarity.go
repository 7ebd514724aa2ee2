// Package rarity estimates how many documents of a collection have an element. The estimate is
// good enough for two uses: to order elements rarest first, as prefix filtering needs, and to
// recognise most of the elements that only one document has.
//
// A Table is a count sketch with one row: an array of counters of four bits. The hash of an
// element chooses its counter (Fan, Cao, Almeida, Broder, "Summary cache", 2000, use the same
// counters in a Bloom filter). Elements may share a counter, so a count is never too small, but
// may be too large. A count of 15 means 15 or more. Every table gives a valid order; with a
// small or crowded table, comparing documents costs more.
package rarity

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// Max is the largest count.
const Max = 15

// Sizes of tables, as powers of two of counters: 32 KB to 64 MB.
const (
	minBits = 16
	maxBits = 27
)

// BitsFor returns the size of a table for a collection of so many bytes of text: it has
// 2^tableBits counters. A word of English has five or six bytes, so a table has one to three
// counters for each word of the collection. Twice as many would halve the number of records that
// are sent, but sending the table to the workers would cost more than that saves.
//
// If crowded is true, the collection is too large for that. Only elements that come more than once
// should be counted then: see Batch.
func BitsFor(bytes int64) (tableBits int, crowded bool) {
	want := bits.Len64(uint64(max(bytes, 4)/4 - 1))
	return min(max(want, minBits), maxBits), want > maxBits
}

// Table is counters of four bits, two a byte.
type Table struct {
	counters []byte
	shift    uint
}

// New returns a table of 2^tableBits counters, which are 0.
func New(tableBits int) *Table {
	return &Table{make([]byte, 1<<tableBits/2), uint(64 - tableBits)}
}

// Add counts an element, by its hash.
func (t *Table) Add(hash uint64) { t.AddTimes(hash, 1) }

// AddTimes counts an element n times.
func (t *Table) AddTimes(hash uint64, n int) {
	i := hash >> t.shift
	b := &t.counters[i>>1]
	half := uint(i&1) << 2
	room := Max - int(*b>>half&Max)
	*b += byte(min(n, room)) << half
}

// Count returns how often the element was counted, or more; at most Max.
func (t *Table) Count(hash uint64) uint8 {
	i := hash >> t.shift
	return t.counters[i>>1] >> (uint(i&1) << 2) & Max
}

// Counters returns the bytes of the table, which are not copied. Equal parts of it can be sent
// one by one, and make the table again end to end.
func (t *Table) Counters() []byte { return t.counters }

// Read makes t the table with the given counters, which it keeps. Their number of bytes must be a power of two, or 0
// for no table, else there is an error.
func (t *Table) Read(counters []byte) error {
	if len(counters)&(len(counters)-1) != 0 {
		return errors.New("rarity: a table is damaged")
	}
	*t = Table{counters, uint(64 - bits.TrailingZeros(uint(2*len(counters))))}
	return nil
}

// The first byte of an encoded part.
const (
	dense byte = iota
	sparse
)

// AppendPart appends a part of the counters to dst, in the shorter of two forms:
//
//	dense byte; counters
//	sparse byte; for each byte that is not zero: zero bytes before it uvarint; byte
func AppendPart(dst, counters []byte) []byte {
	used := 0
	for _, c := range counters {
		if c != 0 {
			used++
		}
	}
	if used > len(counters)/4 {
		return append(append(dst, dense), counters...)
	}
	dst = append(dst, sparse)
	gap := uint64(0)
	for _, c := range counters {
		if c == 0 {
			gap++
			continue
		}
		dst = append(binary.AppendUvarint(dst, gap), c)
		gap = 0
	}
	return dst
}

// AddPart adds an encoded part to counters, which must have the length of the part.
func AddPart(counters, part []byte) error {
	if len(part) == 0 {
		return errPart
	}
	kind, part := part[0], part[1:]
	if kind == dense {
		if len(part) != len(counters) {
			return errPart
		}
		for i, c := range part {
			counters[i] = add(counters[i], c)
		}
		return nil
	}
	at := uint64(0)
	for len(part) > 0 {
		gap, w := binary.Uvarint(part)
		if w <= 0 || w >= len(part) || gap >= uint64(len(counters))-at {
			return errPart
		}
		at += gap
		counters[at] = add(counters[at], part[w])
		at, part = at+1, part[w+1:]
	}
	return nil
}

var errPart = errors.New("rarity: a part of a table is damaged")

// add returns the sum of two pairs of counters.
func add(a, b byte) byte {
	lo, hi := a&Max+b&Max, a>>4+b>>4
	return min(lo, Max) | min(hi, Max)<<4
}

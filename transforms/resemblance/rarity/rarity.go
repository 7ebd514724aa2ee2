// Package rarity says about how many documents of a collection an element is in: well
// enough to order elements rarest first, which prefix filtering wants, and to know of
// most elements of one document alone that they are.
//
// A Table is a count sketch with one row: an array of counters of four bits, of which
// an element has the one that its hash says (Fan, Cao, Almeida, Broder, "Summary cache",
// 2000, use the same counters in a Bloom filter). Elements may share a counter, so it
// is never less than the number of times that its element was counted, and 15 is 15 or
// more. Any table gives a valid order; a small or crowded one gives one that costs more.
package rarity

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// Most is where counters stop.
const Most = 15

// Sizes of tables, as powers of two of counters: 32 KB to 64 MB.
const (
	minBits = 16
	maxBits = 27
)

// BitsFor is the size of a table, 2^bits counters, for a collection of so many bytes of
// text, and how the documents to count are sampled: one in 2^sample. English has five
// or six bytes a word, so a table that is not sampled has one to three counters for
// each word of the collection. Twice as many halve the records that travel, and cost
// more than that to bring to the workers.
func BitsFor(bytes int64) (tableBits, sample int) {
	want := bits.Len64(uint64(max(bytes, 4)/4 - 1))
	if want > maxBits {
		return maxBits, max(0, want-maxBits-2) // four elements a counter still order well
	}
	return max(want, minBits), 0
}

// Table is counters of four bits, two a byte.
type Table struct {
	counters []byte
	shift    uint
}

// New makes a table of 2^tableBits counters.
func New(tableBits int) *Table {
	return &Table{make([]byte, 1<<tableBits/2), uint(64 - tableBits)}
}

// Add counts an element.
func (t *Table) Add(hash uint64) {
	i := hash >> t.shift
	b := &t.counters[i>>1]
	half := uint(i&1) << 2
	if *b>>half&Most < Most {
		*b += 1 << half
	}
}

// Count is at least as often as the element was counted, up to Most.
func (t *Table) Count(hash uint64) uint8 {
	i := hash >> t.shift
	return t.counters[i>>1] >> (uint(i&1) << 2) & Most
}

// Counters are the bytes of the table: those of parts, end to end, make a table again.
func (t *Table) Counters() []byte { return t.counters }

// Of is the table of the given counters, which it keeps. There must be 2^n bytes.
func Of(counters []byte) (*Table, error) {
	if len(counters) < 1 || len(counters)&(len(counters)-1) != 0 {
		return nil, errors.New("rarity: a table is damaged")
	}
	return &Table{counters, uint(64 - bits.TrailingZeros(uint(2*len(counters))))}, nil
}

// The kinds of encoded parts.
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

// AddPart adds an encoded part to counters of the same length.
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

// add adds two pairs of counters.
func add(a, b byte) byte {
	lo, hi := a&Most+b&Most, a>>4+b>>4
	return min(lo, Most) | min(hi, Most)<<4
}

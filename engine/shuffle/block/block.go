// Package block packs small records into blocks of bytes for the shuffle, and sorts the records
// of all blocks of a shard.
//
// A block is a sequence of records:
//
//	key     [8] big-endian
//	length  uvarint, of the payload
//	payload [length]
//
// There is no header, so blocks can be joined end to end. A payload begins with the fields that
// order it, big-endian. So bytes.Compare orders records, and a shard is sorted without decoding
// them.
//
// Blocks are needed because elements of Beam are expensive: with one element for each posting,
// the whole job took nine times as long and twelve times as much memory on the embedded runner.
package block

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// ErrCorrupt is the error of a block that ends inside a record.
var ErrCorrupt = errors.New("block: ends inside a record")

// Head is the most bytes that a record has beside its payload.
const Head = 8 + binary.MaxVarintLen64

// Append appends one record to dst and returns the extended slice.
func Append(dst []byte, key uint64, payload []byte) []byte {
	if need := len(dst) + Head + len(payload); need > cap(dst) { // append would grow it by a quarter only, many times
		dst = slices.Grow(dst, max(need, 2*cap(dst))-len(dst))
	}
	dst = binary.BigEndian.AppendUint64(dst, key)
	dst = binary.AppendUvarint(dst, uint64(len(payload)))
	return append(dst, payload...)
}

// Size returns the bytes that a record with a payload of n bytes takes in a block.
func Size(n int) int { return 8 + (bits.Len(uint(n)|1)+6)/7 + n }

// next reads the first record of b. The payload is a view of b.
func next(b []byte) (key uint64, payload, rest []byte, err error) {
	if len(b) < 9 {
		return 0, nil, nil, ErrCorrupt
	}
	key = binary.BigEndian.Uint64(b)
	n, w := uint64(b[8]), 1
	if n >= 0x80 { // payloads of 128 bytes and more are rare
		if n, w = binary.Uvarint(b[8:]); w <= 0 {
			return 0, nil, nil, ErrCorrupt
		}
	}
	b = b[8+w:]
	if uint64(len(b)) < n {
		return 0, nil, nil, ErrCorrupt
	}
	return key, b[:n:n], b[n:], nil
}

// Each calls f for every record of one block, in the order in which they were appended, and stops at the
// first error. The payload is a view of the block. The error is ErrCorrupt, or that of f.
func Each(b []byte, f func(key uint64, payload []byte) error) error {
	for len(b) > 0 {
		key, payload, rest, err := next(b)
		if err != nil {
			return err
		}
		if err := f(key, payload); err != nil {
			return err
		}
		b = rest
	}
	return nil
}

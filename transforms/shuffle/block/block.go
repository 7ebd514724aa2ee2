// Package block packs small records into byte blocks for the shuffle, and sorts
// the blocks of one shard back into groups.
//
// A block is a sequence of records, one after the other:
//
//	key     [8] big-endian
//	length  uvarint, of the payload
//	payload [length]
//
// There is no header: blocks can be joined end to end. A payload begins with the
// fields that order it, big-endian, so that bytes.Compare orders records and a
// shard is sorted without decoding it.
//
// Why blocks at all: one Beam element for each posting made the whole job nine
// times slower and twelve times larger on the embedded runner.
package block

import (
	"encoding/binary"
	"errors"
)

// ErrCorrupt says that a block ends inside a record.
var ErrCorrupt = errors.New("block: ends inside a record")

// Append appends one record to dst and returns the extended slice.
func Append(dst []byte, key uint64, payload []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, key)
	dst = binary.AppendUvarint(dst, uint64(len(payload)))
	return append(dst, payload...)
}

// next takes the record at the head of b apart. The payload is a view of b.
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

// Each calls f for every record of one block, in the order in which they were appended.
func Each(b []byte, f func(key uint64, payload []byte)) error {
	for len(b) > 0 {
		key, payload, rest, err := next(b)
		if err != nil {
			return err
		}
		f(key, payload)
		b = rest
	}
	return nil
}

// Package lines packs lines of a result into batches, for a stage that makes many short ones: one
// Beam element for each line would cost more than the line.
//
// A line begins with its sort key. A batch is lines, one behind the other:
//
//	size of the key uvarint; line, behind its length as a uvarint
package lines

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// Append appends a line to a batch. Its first keySize bytes are its key.
func Append(batch []byte, keySize int, line []byte) []byte {
	return wire.AppendString(binary.AppendUvarint(batch, uint64(keySize)), line)
}

// Each calls f with the lines of a batch and their keys, which are views of it. The error is that
// of f, or wire.ErrShort.
func Each(batch []byte, f func(key, line []byte) error) error {
	r := wire.NewReader(batch)
	for r.More() {
		size := r.Uvarint()
		line := r.Bytes(r.Uvarint())
		if r.Err() != nil || size > uint64(len(line)) {
			return wire.ErrShort
		}
		if err := f(line[:size:size], line); err != nil {
			return err
		}
	}
	return r.Err()
}

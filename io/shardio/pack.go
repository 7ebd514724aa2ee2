package shardio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire/lines"
	"example.org/diagonal/io/record"
)

// A packed line is
//
//	stream [1], key, line, length of the key [4] big-endian
//
// or, if the line begins with its key, as lines of tables do,
//
//	stream [1], line, length of the key [4] big-endian, with the top bit set
//
// so that the bytes of packed lines order as stream, key, line.
func appendPacked(dst []byte, stream int, key, line []byte) []byte {
	dst = append(dst, byte(stream))
	size := uint32(len(key))
	if bytes.HasPrefix(line, key) {
		size |= keyInLine
	} else {
		dst = append(dst, key...)
	}
	dst = append(dst, line...)
	return binary.BigEndian.AppendUint32(dst, size)
}

// keyInLine marks the length of the key of a line that begins with it.
const keyInLine = 1 << 31

// unpack takes a packed line apart: its beginning, of stream and key, and the line.
func unpack(b []byte) (key, line []byte, err error) {
	if len(b) < 5 {
		return nil, nil, errDamaged
	}
	last := len(b) - 4
	size := binary.BigEndian.Uint32(b[last:])
	n := uint64(size &^ keyInLine)
	switch {
	case n > uint64(last-1):
		return nil, nil, errDamaged
	case size&keyInLine != 0:
		return b[:1+n], b[1:last], nil
	}
	return b[:1+n], b[1+n : last], nil
}

var errDamaged = errors.New("shardio: a packed line is damaged")

// line is a packed line. Its key in the shuffle is its head.
type line struct{ engine.Bytes }

// head returns the first 8 bytes of a packed line as a number. Packed lines are in the order of their heads, those of
// one head in that of their bytes.
func head(packed []byte) uint64 {
	var b [8]byte
	copy(b[:], packed)
	return binary.BigEndian.Uint64(b[:])
}

// packer packs lines by shard. It is embedded.
type packer struct {
	Stream int
	Lines  engine.Out[line]

	packed []byte // scratch, never emitted
}

func (p *packer) add(key, text []byte) {
	p.packed = appendPacked(p.packed[:0], p.Stream, key, text)
	p.Lines.AddTo(int(xxhash.Sum64(key)%uint64(p.Lines.Shards())), head(p.packed), line{p.packed})
}

// pack packs the lines of records.
type pack[T Record] struct{ packer }

func (st *pack[T]) Map(_ context.Context, v T) error {
	text, err := record.JSON(v)
	if err != nil {
		return err
	}
	st.add(v.SortKey(), text)
	return nil
}

// packBatch packs batches of lines.
type packBatch struct{ packer }

func (st *packBatch) Map(_ context.Context, batch []byte) error {
	return lines.Each(batch, func(key, text []byte) error {
		st.add(key, text)
		return nil
	})
}

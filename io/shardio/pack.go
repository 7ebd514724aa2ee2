package shardio

import (
	"bytes"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"example.org/diagonal/engine/spool"
	"example.org/diagonal/engine/wire/lines"
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

// packBytes is the size at which an open block is emitted, and leastPackBytes the least one where workers have little
// memory.
const (
	packBytes      = 64 << 10
	leastPackBytes = 4 << 10
)

// openShare is the share, as 1/openShare, of the memory of a worker that the open blocks of one stream take at most.
const openShare = 16

// fullBlock returns the size at which an open block is emitted, for Params of so much memory and so many shards.
func fullBlock(memory int64, shards int) int {
	if memory <= 0 {
		return packBytes
	}
	return int(min(packBytes, max(leastPackBytes, memory/openShare/int64(shards))))
}

// packer packs lines into blocks by shard: uvarint length, packed line.
type packer struct {
	Stream, Shards int
	Spool          string
	Memory         int64

	blocks *spool.Blocks
	buf    []byte // scratch, never emitted
}

func (p *packer) StartBundle(_ func(int, []byte)) {
	p.blocks = spool.NewBlocks(p.Spool, p.Shards, fullBlock(p.Memory, p.Shards))
}

func (p *packer) add(key, line []byte, emit func(int, []byte)) error {
	shard := int(xxhash.Sum64(key) % uint64(p.Shards))
	p.buf = appendPacked(p.buf[:0], p.Stream, key, line)
	b := binary.AppendUvarint(p.blocks.Open(shard), uint64(len(p.buf)))
	sealed, err := p.blocks.Put(shard, append(b, p.buf...))
	if sealed != nil {
		emit(shard, sealed)
	}
	return err
}

func (p *packer) FinishBundle(emit func(int, []byte)) error { return p.blocks.Flush(emit) }

// packFn packs lines with their keys.
type packFn struct{ packer }

func (fn *packFn) ProcessElement(key, line []byte, emit func(int, []byte)) error {
	return fn.add(key, line, emit)
}

// packBatchFn packs batches of lines.
type packBatchFn struct{ packer }

func (fn *packBatchFn) ProcessElement(batch []byte, emit func(int, []byte)) error {
	return lines.Each(batch, func(key, line []byte) error { return fn.add(key, line, emit) })
}

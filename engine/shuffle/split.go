package shuffle

import (
	"fmt"
	"slices"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/spool"
)

// splitShare is the share, as 1/splitShare, of the memory of a worker that the blocks of one part of
// EachSplit would take. They are read one at a time: the memory is for what is kept of them.
const splitShare = 2

// Split sends a record of a shard, or pieces of it, to n parts, which have numbers from 0.
type Split func(key uint64, payload []byte, n int, add func(part int, key uint64, payload []byte) error) error

// EachSplit calls f with the records of one shard, for records that are lists of small things, which are
// unpacked and brought together across records. A shard whose blocks take up to half of p.Memory is one part. A
// larger one is divided, in the spool, by what its records contain: split sends pieces of them
// to the parts, and f is called for each part that has any.
//
// blocks and stage are those of EachPart.
func (p Params) EachSplit(stage string, blocks func(*[]byte) bool, split Split, f func(Records) error) error {
	defer Progress.Shards.Add(1)
	sealed, size := p.collect(stage, blocks)
	parts := [][][]byte{sealed}
	if n := p.parts(size, splitShare); n > 1 {
		out := newParts(p.Spool, n)
		err := Records(sealed).Each(func(key uint64, payload []byte) error { return split(key, payload, n, out.add) })
		if err == nil {
			parts, err = out.finish()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", stage, err)
		}
	}
	return eachOf(parts, func(sealed [][]byte) error {
		if err := f(sealed); err != nil {
			return fmt.Errorf("%s: %w", stage, err)
		}
		return nil
	})
}

// Records is the sealed blocks of a shard, or of a part of one. The records are not sorted: they come in
// the order of the blocks, which is not the same in two runs.
type Records [][]byte

// Each calls f for all records, and stops at the first error: that of f, or of a block that cannot be
// read. It opens one block at a time, each time that it is called. f may use the payload until it returns.
func (r Records) Each(f func(key uint64, payload []byte) error) error {
	var memory []byte
	for _, sealed := range r {
		opened, err := spool.OpenIn(&memory, sealed)
		if err != nil {
			return err
		}
		if err := block.Each(opened, f); err != nil {
			return err
		}
	}
	return nil
}

// Size returns the number of bytes in the blocks.
func (r Records) Size() (bytes int64) {
	for _, sealed := range r {
		bytes += spool.Size(sealed)
	}
	return bytes
}

// parts are the parts of a shard, in a spool, while they are written.
type parts struct {
	blocks *spool.Blocks
	sealed [][][]byte // by part
}

func newParts(folder string, n int) *parts {
	return &parts{spool.NewBlocks(folder, n, blockBytes), make([][][]byte, n)}
}

// add adds a record to a part. The payload is copied.
func (p *parts) add(part int, key uint64, payload []byte) error {
	sealed, err := p.blocks.Put(part, block.Append(p.blocks.Open(part), key, payload))
	if sealed != nil {
		p.keep(part, sealed)
	}
	return err
}

// keep keeps a block of a part.
func (p *parts) keep(part int, sealed []byte) {
	spool.Hold(sealed)
	p.sealed[part] = append(p.sealed[part], sealed)
}

// finish returns the blocks of the parts that have any.
func (p *parts) finish() ([][][]byte, error) {
	err := p.blocks.Flush(p.keep)
	return slices.DeleteFunc(p.sealed, func(part [][]byte) bool { return len(part) == 0 }), err
}

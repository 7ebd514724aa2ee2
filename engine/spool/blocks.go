package spool

import "sync"

// Blocks are the blocks that a bundle fills, one for each shard at a time. It takes the open block of a shard (Open),
// appends to it, and gives it back (Put). A block that is full is sealed, as the next one of the Run of its shard, and
// the next one may have its memory. Blocks are not safe for concurrent use.
type Blocks struct {
	dir  string
	full int
	open [][]byte
	runs []Run
	free [][]byte // memory of blocks that are in a file, of these Blocks and of others before them
}

// maxReused is the largest size, in bytes, of a block whose memory is used again: most have a quarter of it. A block
// with a large record may have more.
const maxReused = 256 << 10

// reused is the field free of Blocks that are done, *[][]byte. A bundle needs some megabytes of blocks, which the next
// one would grow again from nothing.
var reused sync.Pool

// NewBlocks returns Blocks for shards from 0 on, in the folder dir (Seal). A block is full if Len is at least full.
func NewBlocks(dir string, shards, full int) *Blocks {
	b := &Blocks{dir: dir, full: full, open: make([][]byte, shards), runs: make([]Run, shards)}
	if free, ok := reused.Get().(*[][]byte); ok {
		b.free = *free
	}
	return b
}

// Open returns the open block of a shard, which may be new.
func (b *Blocks) Open(shard int) []byte {
	if block := b.open[shard]; block != nil {
		return block
	}
	return b.begin()
}

// begin returns an empty block, in free memory if there is some.
func (b *Blocks) begin() []byte {
	var memory []byte
	if last := len(b.free) - 1; last >= 0 {
		memory, b.free = b.free[last], b.free[:last]
	}
	return New(memory)
}

// Put takes what Open returned for a shard, with more at its end. If the block is full, Put returns what travels,
// otherwise nil. The error is that of Seal.
func (b *Blocks) Put(shard int, block []byte) (sealed []byte, err error) {
	b.open[shard] = block
	if Len(block) < b.full {
		return nil, nil
	}
	return b.seal(shard)
}

// seal seals the open block of a shard.
func (b *Blocks) seal(shard int) ([]byte, error) {
	block := b.open[shard]
	b.open[shard] = nil
	sealed, free, err := b.runs[shard].Seal(b.dir, block)
	if free && cap(block) <= maxReused {
		b.free = append(b.free, block)
	}
	return sealed, err
}

// Flush calls f with what travels of each open block, and stops at the first error, which is that of Seal. It ends
// the runs.
func (b *Blocks) Flush(f func(shard int, sealed []byte)) error {
	for shard, block := range b.open {
		if Len(block) > 0 {
			sealed, err := b.seal(shard)
			if err != nil {
				return err
			}
			f(shard, sealed)
		}
		b.runs[shard].End()
	}
	if free := b.free; len(free) > 0 {
		b.free = nil
		reused.Put(&free)
	}
	return nil
}

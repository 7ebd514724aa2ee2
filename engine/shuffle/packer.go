package shuffle

import (
	"fmt"
	"math/bits"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/spool"
)

// blockBytes is the size at which an open block is emitted. With smaller blocks there are more
// elements; larger ones need more memory in every bundle.
const blockBytes = 64 << 10

// openShare is the share, as 1/openShare, of the memory of a worker that all open blocks of one Packer take: a worker
// has several, one for each output of its stage. openBytes is their size where the memory is not known. With many
// shards, blocks are emitted before they have blockBytes.
const (
	openShare = 24
	openBytes = 64 << 20
)

// minBlockBytes is the least size at which a block is emitted, however many shards there are.
const minBlockBytes = 4 << 10

// Packer packs records into blocks by shard. It belongs to one bundle: make it in StartBundle,
// and call Flush in FinishBundle. It is not safe for concurrent use.
//
// If a block cannot be written to Params.Spool, Add and Flush panic with the error, whose text
// begins with Failed. That fails the job.
type Packer struct {
	blocks  *spool.Blocks
	shards  int
	records int64 // since the last block was emitted
}

// Failed is the beginning of the text of a Packer's panic. The rest is the error of the disk.
const Failed = "shuffle: "

// NewPacker returns a Packer for the shards of a pipeline.
func NewPacker(p Params) *Packer {
	return &Packer{blocks: spool.NewBlocks(p.Spool, p.Shards, p.fullBlock(p.Shards)), shards: p.Shards}
}

// fullBlock returns the size, in bytes, at which an open block is emitted, if there are so many.
func (p Params) fullBlock(open int) int {
	limit := int64(openBytes)
	if p.Memory > 0 {
		limit = p.Memory / openShare
	}
	return min(blockBytes, max(minBlockBytes, int(limit)/open))
}

// ShardOf returns the shard of a key, from 0. It depends only on the upper half of the key, which
// is the name in the key of a document: all documents with one name are in one shard.
func ShardOf(key uint64, shards int) int {
	hi, _ := bits.Mul64(mix.High(key>>32), uint64(shards)) // dense and small keys spread as well
	return int(hi)
}

// Add adds a record to the open block of its key's shard, and emits the block if it is full. The
// payload is copied.
func (p *Packer) Add(key uint64, payload []byte, emit func(int, []byte)) {
	p.AddTo(ShardOf(key, p.shards), key, payload, emit)
}

// AddTo is Add with a shard that the caller chooses.
func (p *Packer) AddTo(shard int, key uint64, payload []byte, emit func(int, []byte)) {
	p.records++
	sealed, err := p.blocks.Put(shard, block.Append(p.blocks.Open(shard), key, payload))
	p.check(err)
	if sealed != nil {
		p.send(shard, sealed, emit)
	}
}

// Shards returns Params.Shards.
func (p *Packer) Shards() int { return p.shards }

// Flush emits every open block.
func (p *Packer) Flush(emit func(int, []byte)) {
	p.check(p.blocks.Flush(func(shard int, sealed []byte) { p.send(shard, sealed, emit) }))
}

// send counts a block and emits it.
func (p *Packer) send(shard int, sealed []byte, emit func(int, []byte)) {
	Progress.Records.Add(p.records)
	Progress.Bytes.Add(spool.Size(sealed))
	p.records = 0
	emit(shard, sealed)
}

// check panics with the error of a block that cannot be written.
func (p *Packer) check(err error) {
	if err != nil {
		panic(fmt.Errorf(Failed+"%w", err))
	}
}

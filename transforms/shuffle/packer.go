package shuffle

import (
	"fmt"
	"math/bits"
	"sync"

	"example.org/diagonal/io/spool"
	"example.org/diagonal/transforms/shuffle/block"
	"example.org/diagonal/transforms/shuffle/mix"
)

// blockBytes is the size at which an open block is emitted. With smaller blocks there are more
// elements; larger ones need more memory in every bundle.
const blockBytes = 64 << 10

// openBytes is the largest size of all open blocks of one Packer. With many shards, blocks are
// emitted before they have blockBytes.
const openBytes = 64 << 20

// minBlockBytes is the least size at which a block is emitted, however many shards there are.
const minBlockBytes = 4 << 10

// Packer packs records into blocks by shard. It belongs to one bundle: make it in StartBundle,
// and call Flush in FinishBundle. It is not safe for concurrent use.
//
// If a block cannot be written to Params.Spool, Add and Flush panic with the error, whose text
// begins with Failed. That fails the job.
type Packer struct {
	open    [][]byte
	runs    []spool.Run // by shard
	free    [][]byte    // memory of blocks that are in the spool, of this Packer and of one before it
	spool   string
	limit   int
	records int64 // since the last block was emitted
}

// Failed is the beginning of the text of a Packer's panic. The rest is the error of the disk.
const Failed = "shuffle: "

// freed is the field free of Packers that are done, *[][]byte. A bundle needs some megabytes of blocks, which
// the next one would grow again from nothing.
var freed sync.Pool

// NewPacker returns a Packer for the shards of a pipeline.
func NewPacker(p Params) *Packer {
	var free [][]byte
	if f, ok := freed.Get().(*[][]byte); ok {
		free = *f
	}
	return &Packer{
		free:  free,
		open:  make([][]byte, p.Shards),
		runs:  make([]spool.Run, p.Shards),
		spool: p.Spool,
		limit: min(blockBytes, max(minBlockBytes, int(p.Scaled(openBytes))/p.Shards)),
	}
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
	p.AddTo(ShardOf(key, len(p.open)), key, payload, emit)
}

// AddTo is Add with a shard that the caller chooses.
func (p *Packer) AddTo(shard int, key uint64, payload []byte, emit func(int, []byte)) {
	b := p.open[shard]
	if b == nil {
		b = p.begin()
	}
	b = block.Append(b, key, payload)
	p.records++
	if spool.Len(b) >= p.limit {
		p.send(shard, b, emit)
		b = nil // not b[:0]: an emitted slice belongs to the runner
	}
	p.open[shard] = b
}

// begin returns an empty block, in free memory if there is some.
func (p *Packer) begin() (b []byte) {
	if last := len(p.free) - 1; last >= 0 {
		b, p.free = p.free[last], p.free[:last]
	}
	return spool.New(b)
}

// Shards returns Params.Shards.
func (p *Packer) Shards() int { return len(p.open) }

// Flush emits every open block.
func (p *Packer) Flush(emit func(int, []byte)) {
	for shard, b := range p.open {
		if len(b) > 0 {
			p.send(shard, b, emit)
			p.open[shard] = nil
		}
		p.runs[shard].End()
	}
	if len(p.free) > 0 {
		free := p.free
		freed.Put(&free)
	}
	p.free = nil
}

// maxFree is the largest size of a block whose memory is used again. A block with a large record
// may have more.
const maxFree = 4 * blockBytes

// send emits a block and counts it.
func (p *Packer) send(shard int, b []byte, emit func(int, []byte)) {
	Progress.Records.Add(p.records)
	Progress.Bytes.Add(int64(spool.Len(b)))
	p.records = 0
	sealed, free, err := p.runs[shard].Seal(p.spool, b)
	if err != nil {
		panic(fmt.Errorf(Failed+"%w", err))
	}
	if free && cap(b) <= maxFree {
		p.free = append(p.free, b)
	}
	emit(shard, sealed)
}

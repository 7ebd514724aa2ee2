// Package shuffle is the packed GroupByKey that every pipeline uses.
//
// A stage that makes records, such as postings or entries of the catalogue, adds them to a
// Packer. The Packer keeps one open block for each shard (package block), and emits a block when
// it is full. The output of the stage is Blocks, whose type names the record. Group brings the
// blocks of each shard together. The receiving stage reads a shard with EachPart, which sorts its
// records, and goes through the groups of records with equal keys.
//
// The number of shards limits how many workers the receiving stage can use, and decides how much
// memory it needs. It must never change a result. So no stage may depend on the order in which
// blocks arrive.
package shuffle

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	register.Function2x2(sameFn)
	register.Function2x2(firstFn)
	register.Emitter1[[]byte]()
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
}

// Params configures the packed shuffle. One value serves the whole of a pipeline.
type Params struct {
	// Shards is the number of shards. A shard is sorted in memory, so it should have a few
	// tens of MB: more input needs more shards.
	//
	// Required.
	Shards int
	// Workers is the number of shards that are received at the same time, if that is known and
	// blocks are in a Spool. 0: shards are made so that a runner can carry their blocks.
	Workers int
	// Spool is a folder (spool.Folder) that every worker can read and write. Blocks are kept
	// there, and the runner moves only their places. Empty: the runner moves the blocks.
	Spool string
	// Memory is the number of bytes that one worker may use. If it is less than enough,
	// shards and open blocks are smaller. If it is more, shards are larger. 0: it is enough.
	// Size sets it to no more than the size of the text, if that is enough: more memory would
	// save no work.
	Memory int64
	// TextBytes is the approximate size of all texts in bytes. Stages divide their work by
	// it. Size sets it.
	TextBytes int64
}

// enough is the memory of a worker, in bytes, with which shards have their full size. Two
// workers on 400 MB of text use at most 340 MB (bench/corpus, default settings).
const enough = 192 << 20

// minPart: shards have at least 1/minPart of their full size.
const minPart = 16

// Scaled returns size, in bytes, for a worker with enough memory, and less for a worker with less.
func (p Params) Scaled(size int64) int64 {
	if p.Memory <= 0 || p.Memory >= enough {
		return size
	}
	return max(size/minPart, int64(float64(size)*float64(p.Memory)/enough))
}

// Ungrouped returns p for blocks that are not grouped, but read one by one with Each: with one
// shard.
func (p Params) Ungrouped() Params {
	p.Shards = 1
	return p
}

// Validate returns a *parameter.Error about the first field with an impossible value, or nil.
func (p Params) Validate() error {
	impossible := parameter.Of("shuffle.Params").Impossible
	switch {
	case p.Shards < 1:
		return impossible("Shards", p.Shards, "at least 1; Size chooses them")
	case p.Shards > MaxShards:
		return impossible("Shards", p.Shards, fmt.Sprintf("at most %d; Size chooses them", MaxShards))
	case p.Workers < 0:
		return impossible("Workers", p.Workers, "0 (not known) or more")
	case p.Memory < 0:
		return impossible("Memory", p.Memory, "0 (enough) or more bytes")
	case p.TextBytes < 0:
		return impossible("TextBytes", p.TextBytes, "0 or more bytes")
	}
	return nil
}

// MaxShards is the largest number of shards. Every Packer keeps one open block
// of at least minBlockBytes for each shard: 256 MB in all. A larger input makes larger shards.
const MaxShards = 1 << 16

// bytesPerShard is the size of the input for one shard. The largest shuffle of partial moves
// about two bytes for each byte of input, so a shard has about 32 MB.
const bytesPerShard = 16 << 20

// Shards of a large input are larger, if a worker has more than enough memory. With many shards a
// document has more and smaller records: 250 MB of bench/corpus take 11.9 CPU s and 2.6 bytes of
// disk a byte of text with 32 shards, 13.9 CPU s and 3.3 bytes with 320, 16.8 CPU s and 4.0 bytes
// with 1,200.
const (
	// manyShards is the number of shards from which on they are larger instead of more.
	manyShards = 128
	// maxLarger is how many times as large they are at most: for a worker with 2 maxLarger times
	// enough memory.
	maxLarger = 4
)

// shardBytes returns the size of the input for one shard.
func (p Params) shardBytes() int64 {
	full := p.Scaled(bytesPerShard)
	larger := min(float64(p.Memory)/(2*enough), maxLarger)
	return max(full, min(p.TextBytes/manyShards, int64(larger*float64(full))))
}

// minShards is the least number of shards in one process. The size of compressed files is an
// estimate, and empty shards cost nothing.
const minShards = 32

// Size returns Params for documents with about so many bytes of text. A wrong guess costs time
// or memory and never changes a result; a text may be eight times as large as the guess (Text).
// workers and memory are the fields of Params of these names; 0 is right for both if they are not
// known.
//
// There are enough shards that each one fits in memory, at least four, at least four for each
// worker, so that all workers finish at about the same time, and at most MaxShards.
func Size(textBytes int64, workers int, memory int64) Params {
	p := Params{Workers: workers, Memory: min(memory, max(enough, textBytes)), TextBytes: textBytes}
	fewest := 4 * max(1, workers)
	if workers > 0 {
		fewest = max(fewest, minShards)
	}
	p.Shards = min(max(fewest, int(textBytes/p.shardBytes())), MaxShards)
	return p
}

// postingsShare is the share, as 1/postingsShare, of the memory of a worker that the text of one
// shard of postings has. Its postings take about twice as many bytes as the text, and should be one
// part of EachSplit.
const postingsShare = 5

// Postings returns p for blocks of records that are lists of small things (EachSplit): with fewer
// shards, if the workers have so much memory. A document has a record in most shards, and with
// fewer shards it has fewer and larger ones.
func (p Params) Postings() Params {
	if p.Workers > 0 && p.Memory > 0 {
		enough := int(p.TextBytes/max(1, p.Memory/postingsShare)) + 1
		p.Shards = min(p.Shards, max(enough, minShards, 4*p.Workers))
	}
	return p
}

// Text returns the largest size of texts, in bytes, for which the shards are enough: eight times
// the size that they should have.
func (p Params) Text() int64 { return int64(p.Shards) * 8 * p.shardBytes() }

// Groups returns the number of groups into which documents are divided where pairs of documents
// are compared: one for each bytesPerGroup of text, and at least one for each worker. A runner that
// carries blocks keeps the pairs of two groups as one record, so without Workers there are at least half
// as many groups as shards.
func (p Params) Groups(bytesPerGroup int64) int {
	fewest := p.Workers
	if fewest == 0 {
		fewest = max(1, p.Shards/2)
	}
	return max(fewest, int(p.TextBytes/p.Scaled(bytesPerGroup)))
}

// Append appends a record to a block in the form that a Packer emits. If dst is empty, it begins
// a block.
func Append(dst []byte, key uint64, payload []byte) []byte {
	if len(dst) == 0 {
		dst = spool.New(dst)
	}
	return block.Append(dst, key, payload)
}

// Each calls f for every record of a block that a Packer has emitted, and stops at the first error, which is
// that of f or of a block that cannot be read.
func Each(emitted []byte, f func(key uint64, payload []byte) error) error {
	b, err := spool.Open(emitted)
	if err != nil {
		return err
	}
	return block.Each(b, f)
}

// collect returns the sealed blocks of a shard, and the number of bytes in them, and counts the
// shard in Progress.
func (p Params) collect(stage string, blocks func(*[]byte) bool) (sealed [][]byte, size int64) {
	var b []byte
	for blocks(&b) {
		sealed = append(sealed, b)
		size += spool.Size(b)
		b = nil // the iterator may otherwise decode into the same memory
	}
	Progress.add(stage, p.Shards, size)
	return sealed, size
}

// CheckGlobal panics with an error of one line if a collection that find, such as "partial.Find", was given is in
// other windows than the global one. A passage may be in any two documents, so there is no search inside a window.
func CheckGlobal(find string, collections ...beam.PCollection) {
	for _, c := range collections {
		if !c.IsValid() {
			continue // which is found where it is used
		}
		if fn := c.WindowingStrategy().Fn; fn.Kind != window.GlobalWindows {
			panic(fmt.Errorf("%s: the collection %s is in windows (%v), want the global window: all documents are compared with each other; put them there with beam.WindowInto(s, window.NewGlobalWindows(), collection)", find, c.Type(), fn))
		}
	}
}

// Package shuffle is the packed GroupByKey that every pipeline uses.
//
// A stage that produces records (postings, points, catalogue entries) gives them
// to a Packer, which keeps one open block a shard (see package block) and emits it
// when it is full. What it emits leaves the stage as Blocks, which name the type of
// record. Group brings the blocks of a shard together. A stage that receives a shard
// reads it with Receive, which sorts its records, and walks the groups of equal keys.
//
// The number of shards bounds the parallelism and the memory of the receiving
// stage. It never changes a result: that is the promise every user of this
// package has to keep, by taking nothing from the order of blocks.
package shuffle

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/io/spool"
	"example.org/diagonal/transforms/shuffle/block"
)

func init() {
	register.Emitter1[[]byte]()
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
	register.Iter1[[]byte]()
}

// Params configures the packed shuffle. One value serves the whole of a pipeline.
type Params struct {
	// Shards is the number of keys that records are spread over. A shard is sorted
	// in memory, so it should hold some tens of MB: more shards for more input.
	//
	// Required.
	Shards int
	// Workers is how many shards one process receives at the same time, where all of
	// the job runs in one process. 0: the runner spreads shards over processes.
	Workers int
	// Spool is the folder (spool.Folder) that blocks are kept in, which every worker must
	// see, so that only their places travel through the runner. Empty: they travel
	// themselves.
	Spool string
	// Memory is how many bytes one worker may take. Less than enough of it makes shards
	// and open blocks smaller. 0: enough.
	Memory int64
}

// enough is the memory of a worker, in bytes, from which on shards have their full size:
// two workers on 400 MB of text have 340 MB in use at most (bench/corpus, default settings).
const enough = 192 << 20

// least is the share of their full size that shards have at least, as 1/least.
const least = 16

// scaled returns a size that is right for a worker with enough memory, made smaller for one
// that has less.
func (p Params) scaled(size int64) int64 {
	if p.Memory <= 0 || p.Memory >= enough {
		return size
	}
	return max(size/least, int64(float64(size)*float64(p.Memory)/enough))
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	if p.Shards < 1 {
		return fmt.Errorf("shuffle.Params: Shards is %d, must be at least 1", p.Shards)
	}
	return nil
}

// MaxShards is the most shards that pay: every Packer keeps one open block for each, of
// at least minBlockBytes, 256 MB in all. A larger input makes larger shards.
const MaxShards = 1 << 16

// bytesPerShard is how much input one shard answers for. The largest shuffle of
// the main job carries about two bytes for each byte of input, so a shard holds
// some 32 MB.
const bytesPerShard = 16 << 20

// leastShards is the number of shards in one process, however small the input: the size
// of compressed files is an estimate, and shards that stay empty cost nothing.
const leastShards = 32

// Size chooses Params for an input of so many bytes: enough shards to keep each in memory,
// at least four, and four for each worker so that they end together, and no more than
// MaxShards. Workers and memory are the fields of Params.
func Size(input int64, workers int, memory int64) Params {
	p := Params{Workers: workers, Memory: memory}
	fewest := 4 * max(1, workers)
	if workers > 0 {
		fewest = max(fewest, leastShards)
	}
	p.Shards = min(max(fewest, int(input/p.scaled(bytesPerShard))), MaxShards)
	return p
}

// Text returns for how many bytes of text the shards are enough: eight times what they
// should hold.
func (p Params) Text() int64 { return int64(p.Shards) * p.scaled(8*bytesPerShard) }

// Groups is the number of groups that documents are dealt to where pairs of documents
// are compared, each pair in the cell of its two groups: one for each bytesPerGroup of
// input, and at least one for each worker. Where the runner spreads shards over
// processes it holds a cell as one record: there are half as many as shards at least.
func (p Params) Groups(input, bytesPerGroup int64) int {
	fewest := p.Workers
	if fewest == 0 {
		fewest = max(1, p.Shards/2)
	}
	return max(fewest, int(input/p.scaled(bytesPerGroup)))
}

// Append appends a record to a block as a Packer emits it, or begins one if dst is empty.
func Append(dst []byte, key uint64, payload []byte) []byte {
	if len(dst) == 0 {
		dst = spool.New(dst)
	}
	return block.Append(dst, key, payload)
}

// Each calls f for every record of a block that a Packer has emitted.
func Each(emitted []byte, f func(key uint64, payload []byte)) error {
	b, err := spool.Open(emitted)
	if err != nil {
		return err
	}
	return block.Each(b, f)
}

// Receive reads the blocks of one shard and sorts their records. The name of the stage
// is for the line that shows progress.
func Receive(stage string, blocks func(*[]byte) bool) (*block.Sorted, error) {
	Progress.stage.Store(&stage)
	var all [][]byte
	var b []byte
	for blocks(&b) {
		opened, err := spool.Open(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", stage, err)
		}
		all = append(all, opened)
		b = nil // the iterator may otherwise decode into the same memory
	}
	Progress.Shards.Add(1)
	return block.Sort(all)
}

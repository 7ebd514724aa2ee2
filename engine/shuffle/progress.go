package shuffle

import (
	"sync"
	"sync/atomic"
)

// Progress counts the work of this process for the progress line. It must not be used for results,
// because a runner may try a shard twice.
var Progress progress

type progress struct {
	// Records and Bytes count what Packers have emitted.
	Records, Bytes atomic.Int64

	// Shards counts the shards that all stages have received.
	Shards atomic.Int64
	// Parts is how many parts were made of shards that were larger than memory.
	Parts atomic.Int64
	// Tiles is how many tiles were made of cells (package delivery) that were larger than memory.
	Tiles atomic.Int64
	// Portions is how many portions of matches (package candidate) were sent before the rest.
	Portions atomic.Int64
	// Pairs counts the pairs of documents that were sent to be compared, Compared those that
	// were.
	Pairs, Compared atomic.Int64
	stage           atomic.Pointer[string]

	mu    sync.Mutex
	loads map[string]Load
}

// Load is what the shards of one stage contained.
type Load struct {
	// Bytes is the size of all shards, Largest that of the largest one.
	Bytes, Largest int64
	// Shards is how many shards the stage has, with those that nobody received because they are empty.
	Shards int
}

// LargestOfMean returns the size of the largest shard as a multiple of the mean of all shards; 0 if all
// are empty.
func (l Load) LargestOfMean() float64 {
	if l.Bytes == 0 {
		return 0
	}
	return float64(l.Largest) * float64(l.Shards) / float64(l.Bytes)
}

// add counts a shard that a stage with so many shards has received.
func (p *progress) add(stage string, shards int, bytes int64) {
	p.stage.Store(&stage)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.loads == nil {
		p.loads = map[string]Load{}
	}
	l := p.loads[stage]
	p.loads[stage] = Load{l.Bytes + bytes, max(l.Largest, bytes), shards}
}

// TakeLoads returns the loads of the stages by name, and begins them again.
func (p *progress) TakeLoads() map[string]Load {
	p.mu.Lock()
	defer p.mu.Unlock()
	loads := p.loads
	p.loads = nil
	return loads
}

// Stage returns the name of the stage that last received a shard, or "" before the first.
func (p *progress) Stage() string {
	if s := p.stage.Load(); s != nil {
		return *s
	}
	return ""
}

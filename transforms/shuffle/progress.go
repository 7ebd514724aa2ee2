package shuffle

import "sync/atomic"

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
	stage atomic.Pointer[string]
}

// Stage returns the name of the stage that last received a shard, or "" before the first.
func (p *progress) Stage() string {
	if s := p.stage.Load(); s != nil {
		return *s
	}
	return ""
}

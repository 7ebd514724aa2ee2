package shuffle

import "sync/atomic"

// Progress says what the receiving stages of this process are doing, for a line that
// shows it. It is not for results: a runner may try a shard twice.
var Progress progress

type progress struct {
	// Records and Bytes are what Packers have sent on so far.
	Records, Bytes atomic.Int64

	// Shards is how many shards were received so far, by all stages.
	Shards atomic.Int64
	stage  atomic.Pointer[string]
}

// Stage is the name of the stage that received a shard last, or "" before the first.
func (p *progress) Stage() string {
	if s := p.stage.Load(); s != nil {
		return *s
	}
	return ""
}

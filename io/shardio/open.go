package shardio

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"

	"example.org/diagonal/io/limits"
)

// maxOpen bounds the runs that the workers of a process have open at once, where the system
// allows that many files: 16 workers that each merge 256 runs.
const maxOpen = 4096

// openRuns has a place for each run that may be open.
var openRuns = sync.OnceValues(func() (*semaphore.Weighted, int) {
	n := limits.Runs(maxOpen)
	return semaphore.NewWeighted(int64(n)), n
})

// takeFiles waits until n more runs may be open at once; more than the limit count as many as
// it allows. The caller calls give when they are closed. The error is that of ctx.
func takeFiles(ctx context.Context, n int) (give func(), err error) {
	places, max := openRuns()
	taken := int64(min(n, max))
	if err := places.Acquire(ctx, taken); err != nil {
		return nil, err
	}
	return func() { places.Release(taken) }, nil
}

package job

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The heap grows by gcPercent of what is in use and has pointers before garbage is collected, and by minPercent of
// all that is in use, as long as the budget allows it. What has pointers is what a collection takes its time for: 100
// is 4 % faster, and takes a quarter more memory. Words and indexes of documents have none.
const (
	gcPercent  = 75
	minPercent = 20
)

// smallHeap is the size, in bytes, below which no garbage is collected if the budget allows it.
// A job that keeps little would otherwise collect it many times a second: with
// --preset=fast that was 10 % of the time. With 64 MB in place of 128 MB, 72 MB of books in small
// files take 3 % more time, and 30 MB less memory.
const smallHeap = 128 << 20

// collecting says when this process collects garbage: by gcPercent, but not in a heap below a
// size. Go has no setting for such a size, so the percentage follows what is in use.
//
// It follows late: Go uses the last percentage once more for what it finds in use, and the next one
// is set when it has swept, which takes a while if the cores are busy. With 1,000 % for a heap that
// was small a moment ago, 40 MB in use would become 440 MB. So the memory of Go is limited as well:
// softly, by what the heap may have by the last percentage, and never to less than it needs.
var collecting struct {
	sync.Mutex
	small   uint64 // bytes; 0: nothing was set yet
	max     int64  // the limit of the budget, bytes
	percent int
	limit   int64 // bytes
}

// collectFrom makes Go collect no garbage in a heap of less than small bytes, and keep its memory
// below max bytes, if what is in use allows it.
func collectFrom(small uint64, max int64) {
	c := &collecting
	c.Lock()
	defer c.Unlock()
	first := c.small == 0
	c.small, c.max = small, max
	if first { // one that is under way uses the percentage of now for the next, and would not see the cleanup
		runtime.GC()
	}
	adjust()
	if first {
		eachCollection(func() {
			c.Lock()
			defer c.Unlock()
			adjust()
		})
	}
}

// adjust sets the percentage and the limit for what is in use. The caller holds the lock.
func adjust() {
	c := &collecting
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/heap:bytes"}}
	metrics.Read(sample)
	live, pointers := sample[0].Value.Uint64(), sample[1].Value.Uint64()
	limit := limitFor(live, pointers, c.small, c.max)
	if limit > c.limit || limit < c.limit-c.limit/8 { // each of these stops the world
		c.limit = limit
		debug.SetMemoryLimit(limit)
	}
	if percent := percentFor(live, pointers, c.small); percent != c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
}

// beside is the memory of Go beside the heap, in bytes, that its limit leaves at least: stacks, and
// what Go keeps of the heap for itself.
const beside = 32 << 20

// limitFor returns the memory, in bytes and at most limit, that Go may have if live bytes are in use, and so many have
// pointers: one and a half times the heap that percentFor gives it, because a heap has holes.
func limitFor(live, pointers, small uint64, limit int64) int64 {
	heap := max(small, live+live/100*uint64(percentFor(live, pointers, 0)))
	return int64(min(uint64(limit), heap+heap/2+beside))
}

// eachCollection calls f after each collection of garbage.
func eachCollection(f func()) {
	// A cleanup runs once it is found that nothing refers to its object.
	runtime.AddCleanup(new([64]byte), func(f func()) { f(); eachCollection(f) }, f)
}

// percentFor returns by how much, in percent, a heap may grow of which live bytes are in use, and so many have
// pointers.
func percentFor(live, pointers, small uint64) int {
	live = max(live, 1<<20)
	percent := max(minPercent, int(gcPercent*min(pointers, live)/live))
	if live < small {
		percent = max(percent, int(100*(small-live)/live))
	}
	return percent
}

package job

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// gcPercent lets the heap grow by so much before garbage is collected, as long as the
// budget allows it: 100 is 4 % faster, and takes a quarter more memory.
const gcPercent = 75

// smallHeap is the size, in bytes, below which no garbage is collected if the budget allows it.
// A job that keeps little would otherwise collect it many times a second: with
// --preset=paper that was 10 % of the time. With 64 MB in place of 128 MB, 72 MB of books in small
// files take 3 % more time, and 30 MB less memory.
const smallHeap = 128 << 20

// collecting says when this process collects garbage: by gcPercent, but not in a heap below a
// size. Go has no setting for such a size, so the percentage follows what is in use.
var collecting struct {
	sync.Mutex
	small   uint64 // bytes; 0: nothing was set yet
	percent int
}

// collectFrom makes Go collect no garbage in a heap of less than small bytes.
func collectFrom(small uint64) {
	c := &collecting
	c.Lock()
	defer c.Unlock()
	first := c.small == 0
	c.small = small
	adjust()
	if first {
		eachCollection(func() {
			c.Lock()
			defer c.Unlock()
			adjust()
		})
	}
}

// adjust sets the percentage for what is in use. The caller holds the lock.
func adjust() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := percentFor(live[0].Value.Uint64(), collecting.small)
	if percent != collecting.percent { // it stops the world
		collecting.percent = percent
		debug.SetGCPercent(percent)
	}
}

// eachCollection calls f after each collection of garbage.
func eachCollection(f func()) {
	// A cleanup runs once it is found that nothing refers to its object.
	runtime.AddCleanup(new([64]byte), func(f func()) { f(); eachCollection(f) }, f)
}

// percentFor returns by how much, in percent, a heap may grow of which live bytes are in use.
func percentFor(live, small uint64) int {
	live = max(live, 1<<20)
	if live >= small {
		return gcPercent
	}
	return max(gcPercent, int(100*(small-live)/live))
}

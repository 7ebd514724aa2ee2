package job

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestPercentFor(t *testing.T) {
	for _, tc := range []struct {
		live, pointers, small uint64 // MiB
		want                  int
	}{
		{0, 0, 64, 6300},
		{16, 16, 64, 300},
		{36, 36, 64, 77},
		{37, 37, 64, gcPercent},
		{37, 0, 64, 72},
		{60, 0, 64, minPercent},
		{64, 64, 64, gcPercent},
		{500, 500, 64, gcPercent},
		{500, 250, 64, 37},
		{500, 600, 64, gcPercent}, // what was allocated since
		{500, 10, 64, minPercent},
	} {
		if got := percentFor(tc.live<<20, tc.pointers<<20, tc.small<<20); got != tc.want {
			t.Errorf("%d MiB in use, %d with pointers, %d MiB small: %d %%, want %d %%", tc.live, tc.pointers, tc.small,
				got, tc.want)
		}
	}
}

func TestLimitFor(t *testing.T) {
	for _, tc := range []struct {
		live, pointers, small uint64 // MiB
		max, want             int64  // MiB
	}{
		{0, 0, 128, 4096, 224},
		{20, 20, 128, 4096, 224},
		{200, 200, 128, 4096, 557},
		{200, 0, 128, 4096, 392},
		{0, 0, 32, 224, 80},
		{200, 200, 128, 300, 300}, // the budget
		{400, 400, 32, 224, 224},
	} {
		if got := limitFor(tc.live<<20, tc.pointers<<20, tc.small<<20, tc.max<<20) >> 20; got != tc.want {
			t.Errorf("%d MiB in use, %d MiB small, %d MiB at most: %d MiB, want %d MiB", tc.live, tc.small, tc.max,
				got, tc.want)
		}
	}
	if got := limitFor(1<<20, 1<<20, 1<<20, math.MaxInt64); got > 64<<20 {
		t.Errorf("without a budget the limit is %d bytes", got)
	}
}

// The percentage and the limit follow what is in use. A small heap has a limit, because the
// percentage is that of the last collection.
func TestCollectFrom(t *testing.T) {
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	set := func() int {
		percent := debug.SetGCPercent(100)
		debug.SetGCPercent(percent)
		return percent
	}
	collectFrom(smallHeap, math.MaxInt64)
	if got := limit(); got > 2*smallHeap {
		t.Errorf("the heap of a test has a limit of %d bytes", got)
	}
	low := set()
	if low <= minPercent {
		t.Errorf("the heap of a test may grow by %d %%", low)
	}
	block := make([]byte, 2*smallHeap)
	for end := time.Now().Add(5 * time.Minute); set() != minPercent &&
		time.Now().Before(end); time.Sleep(time.Millisecond) {
		runtime.GC() // a cleanup runs some time after it
	}
	if got := set(); got != minPercent {
		t.Errorf("a large heap without pointers may grow by %d %%, want %d %%", got, minPercent)
	}
	if got := limit(); got < 2*smallHeap+2*smallHeap*minPercent/100 || got == math.MaxInt64 {
		t.Errorf("a large heap has a limit of %d bytes", got)
	}
	runtime.KeepAlive(block)
}

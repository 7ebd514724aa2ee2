package job

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestPercentFor(t *testing.T) {
	for _, tc := range []struct {
		live, small uint64 // MiB
		want        int
	}{
		{0, 64, 6300},
		{16, 64, 300},
		{36, 64, 77},
		{37, 64, gcPercent},
		{64, 64, gcPercent},
		{500, 64, gcPercent},
	} {
		if got := percentFor(tc.live<<20, tc.small<<20); got != tc.want {
			t.Errorf("%d MiB in use, %d MiB small: %d %%, want %d %%", tc.live, tc.small, got, tc.want)
		}
	}
}

// The percentage follows what is in use.
func TestCollectFrom(t *testing.T) {
	set := func() int {
		percent := debug.SetGCPercent(100)
		debug.SetGCPercent(percent)
		return percent
	}
	collectFrom(smallHeap)
	low := set()
	if low <= gcPercent {
		t.Errorf("the heap of a test may grow by %d %%", low)
	}
	block := make([]byte, 2*smallHeap)
	for range 100 { // a cleanup runs some time after the collection
		runtime.GC()
		if time.Sleep(time.Millisecond); set() == gcPercent {
			break
		}
	}
	if got := set(); got != gcPercent {
		t.Errorf("a large heap may grow by %d %%, want %d %%", got, gcPercent)
	}
	runtime.KeepAlive(block)
}

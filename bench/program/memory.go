package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"
)

// watchEvery is the time between two looks at the memory of a process. It is a high-water mark, so only what a process
// takes more after the last look is missed.
const watchEvery = 20 * time.Millisecond

// watch follows a process and those that it has started, until the function that it returns is called: that is the
// largest resident set of one of them, in bytes, 0 where there is no /proc. What the kernel says of a process that has
// ended is no less than what the program that started it had at that time.
func watch(pid int) (peak func() int64) {
	stop, largest := make(chan struct{}), make(chan int64)
	go func() {
		most := int64(0)
		for {
			most = max(most, largestOf(pid))
			select {
			case <-stop:
				largest <- most
				return
			case <-time.After(watchEvery):
			}
		}
	}()
	return func() int64 {
		close(stop)
		return <-largest
	}
}

// largestOf returns the largest resident set so far of a process and those that it has started.
func largestOf(pid int) (bytes int64) {
	if p, err := procfs.NewProc(pid); err == nil {
		if status, err := p.NewStatus(); err == nil {
			bytes = int64(status.VmHWM)
		}
	}
	lists, _ := filepath.Glob(fmt.Sprint("/proc/", pid, "/task/*/children"))
	for _, list := range lists {
		children, _ := os.ReadFile(list)
		for _, child := range strings.Fields(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				bytes = max(bytes, largestOf(n))
			}
		}
	}
	return bytes
}

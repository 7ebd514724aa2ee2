//go:build unix

package process

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

func cpu() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

func peak() int64 {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return resident(&use)
}

func peakOf(ended *os.ProcessState) int64 {
	if use, ok := ended.SysUsage().(*syscall.Rusage); ok {
		return resident(use)
	}
	return 0
}

// resident returns the most memory of a usage in bytes: Darwin counts bytes, and others count KB.
func resident(use *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(use.Maxrss)
	}
	return int64(use.Maxrss) << 10
}

package process

import (
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

func cpu() time.Duration {
	var made, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &made, &ended, &kernel, &user) != nil {
		return 0
	}
	return since(kernel) + since(user)
}

// since returns a time that the system counts in units of 100 ns.
func since(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}

// counters are PROCESS_MEMORY_COUNTERS of the system.
type counters struct {
	size, faults                             uint32
	peak, now                                uintptr
	peakPaged, paged, peakNonPaged, nonPaged uintptr
	pagefile, peakPagefile                   uintptr
}

var memoryInfo = windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")

func peak() int64 {
	c := counters{size: uint32(unsafe.Sizeof(counters{}))}
	if memoryInfo.Find() != nil {
		return 0
	}
	if ok, _, _ := memoryInfo.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&c)),
		uintptr(c.size)); ok == 0 {
		return 0
	}
	return int64(c.peak)
}

// peakOf returns 0: the system says it of a process that is open only.
func peakOf(*os.ProcessState) int64 { return 0 }

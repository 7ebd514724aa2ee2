package job

import (
	"bufio"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"diagonal/io/docio"
	"diagonal/io/limits"
)

// baseMemory is what a run needs whatever its input.
const baseMemory = 150 << 20

// Memory is what the embedded runner takes for each byte of input.
type Memory struct {
	// Peak is what it needs at most: more than is there is refused.
	Peak float64
	// Heap is what the heap is held to, by collecting garbage more often: no less than
	// what is in use at once, or the time goes into that.
	Heap float64
}

// PerByte is a Job's Memory that is the same for every input, and less than half of it in
// use at once.
func PerByte(peak float64) func(int64) Memory {
	return func(int64) Memory { return Memory{Peak: peak, Heap: 0.45 * peak} }
}

// fits says no, before anything runs, to an input that the embedded runner can not hold.
func fits(plan *docio.Plan, perByte Memory, limit int64) error {
	need := baseMemory + int64(perByte.Peak*float64(plan.TextBytes))
	if space, limited := limits.Space(); limited && need > space {
		return Usage(fmt.Errorf("the input is about %s of text, and would need about %s of address space more than is allowed: raise the limit, as in `ulimit -v unlimited`",
			size(plan.TextBytes), size(need-space)))
	}
	from := "--memory allows"
	if limit == 0 {
		if limit = available(); limit == 0 {
			return nil // not known here
		}
		from = "this machine has free"
	}
	if need <= limit {
		tuneGC(plan, perByte.Heap)
		return nil
	}
	return Usage(fmt.Errorf("the input is about %s of text; the embedded runner keeps everything in memory and would need about %s, %s %s.\n"+
		"Give it less input, more memory (--memory=%s tries anyway), or run on an engine that spills to disk: --runner=flink, spark or dataflow",
		size(plan.TextBytes), size(need), from, size(limit), enough(need)))
}

// tuneGC lets garbage be collected half as often as Go does by itself, which takes a
// tenth off the time, as long as the heap does not reach what the job is said to use:
// then more often. What is not heap, some 50 MB, and what the embedded runner allocates
// between two collections come on top.
func tuneGC(plan *docio.Plan, heapPerByte float64) {
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(40<<20 + int64(heapPerByte*float64(plan.TextBytes)))
}

// enough is a round size that is no less than n bytes.
func enough(n int64) string { return fmt.Sprintf("%dMB", (n+999_999)/1_000_000) }

func size(n int64) string { return strings.ReplaceAll(humanize.Bytes(uint64(n)), " ", "") }

// available is the memory that can be had without swapping, in bytes; 0 if unknown.
func available() int64 { return meminfo("/proc/meminfo", "MemAvailable:") }

// peakMemory is the most memory this process has held, in bytes; 0 if unknown.
func peakMemory() int64 { return meminfo("/proc/self/status", "VmHWM:") }

// meminfo reads a line "NAME 123 kB" of a file of the kernel.
func meminfo(file, name string) int64 {
	f, err := os.Open(file)
	if err != nil {
		return 0
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), name); ok {
			kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
			if err != nil {
				return 0
			}
			return kb << 10
		}
	}
	return 0
}

// bytesFlag reads a size such as 16GB.
type bytesFlag struct{ n *int64 }

func (f *bytesFlag) String() string {
	if f.n == nil || *f.n == 0 {
		return ""
	}
	return size(*f.n)
}
func (f *bytesFlag) Type() string { return "bytes" }
func (f *bytesFlag) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err != nil || n == 0 || n > 1<<62 {
		return fmt.Errorf("want a size, as in 16GB")
	}
	*f.n = int64(n)
	return nil
}

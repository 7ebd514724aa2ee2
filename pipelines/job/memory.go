package job

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"

	"diagonal/io/docio"
	"diagonal/io/limits"
	"diagonal/io/visible"
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

// need is what an input of so many bytes of text takes.
func need(perByte func(int64) Memory, textBytes int64) int64 {
	return baseMemory + int64(perByte(textBytes).Peak*float64(textBytes))
}

// fits refuses an input that the embedded runner can not hold, before anything runs. Sizes of
// compressed files are estimates: readers that give more text than there is room for end
// the run. exceeded returns the error of such a run; end ends the counting.
func fits(plan *docio.Plan, perByte func(int64) Memory, limit int64) (exceeded func() error, end func(), err error) {
	if space, limited := limits.Space(); limited && need(perByte, plan.TextBytes) > space {
		return nil, nil, Usage(fmt.Errorf("the input is about %s of text, and would need about %s of address space more than is allowed: raise the limit, as in `ulimit -v unlimited`",
			size(plan.TextBytes), size(need(perByte, plan.TextBytes)-space)))
	}
	from := "--memory allows"
	if limit == 0 {
		if limit = available(); limit == 0 { // not known here
			return func() error { return nil }, func() {}, nil
		}
		from = "this machine has free"
	}
	const advice = "or run on an engine that spills to disk: --runner=flink, spark or dataflow"
	if need := need(perByte, plan.TextBytes); need > limit {
		return nil, nil, Usage(visible.Lines(
			fmt.Errorf("the input is about %s of text; the embedded runner keeps everything in memory and would need about %s, %s %s",
				size(plan.TextBytes), size(need), from, size(limit)),
			fmt.Sprintf("give it less input, more memory (--memory=%s tries anyway), "+advice, enough(need))))
	}
	tuneGC(plan, perByte(plan.TextBytes).Heap)
	room := textFor(perByte, limit)
	exceeded, end = plan.Bound(room, func() error {
		return visible.Lines(
			fmt.Errorf("the input decompresses to more text than expected: %s %s, which is enough for %s of text", from, size(limit), size(room)),
			"leave this file out, reject large records (--max_record), give more memory (--memory), "+advice)
	})
	return exceeded, end, nil
}

// textFor is about how much text fits into a limit.
func textFor(perByte func(int64) Memory, limit int64) int64 {
	return int64(sort.Search(1<<40, func(kb int) bool { return need(perByte, int64(kb+1)<<10) > limit })) << 10
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

// available is the memory that can be had without swapping, in bytes, in a container no more
// than it may use; 0 if unknown.
func available() int64 {
	return least(meminfo("/proc/meminfo", "MemAvailable:"), memlimit.FromCgroup)
}

// least is what is free, or what the control group (version 1 or 2) of this process may
// use, if that is less.
func least(free int64, group func() (uint64, error)) int64 {
	limit, err := group()
	if err != nil || limit == 0 || limit > math.MaxInt64 {
		return free // there is none
	}
	if free == 0 {
		return int64(limit)
	}
	return min(free, int64(limit))
}

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

package job

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/engine/local"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/limits"
	"example.org/diagonal/io/process"
	"example.org/diagonal/runners/target"
)

// baseMemory is the memory, in bytes, of a run in this process without its input.
const baseMemory = 80 << 20

// programMemory is the memory, in bytes, that the pages of the program itself take when all of it was used: 52 MB of a
// run of resemblance (RssFile of /proc), and what Go's limit does not see.
const programMemory = 56 << 20

// minMemory is the least that a run in this process works in, in bytes.
const minMemory = 256_000_000

// workerMemory is the memory, in bytes, for which one more worker pays.
const workerMemory = 64 << 20

// perDocument is how many bytes of memory a document takes for each of its own at most:
// text, words, places and what is packed of them. One document of 40 MB took 20.
const perDocument = 20

// earlyShare is the share, as 1/earlyShare, of the free memory of the machine into which the system may read blocks of
// a stage while the one before it works.
const earlyShare = 4

// budget is the memory that a run in this process may take.
type budget struct {
	bytes int64
	// from names where the limit comes from.
	from string
}

// memoryFor returns the budget of a run: limit, or what the machine has free where that is 0.
func memoryFor(limit int64) (budget, error) {
	b := budget{limit, "--memory allows"}
	if limit == 0 {
		if b = (budget{available(), "this machine has free"}); b.bytes == 0 {
			return budget{math.MaxInt64, "this machine has"}, nil // not known here
		}
	}
	if space, limited := limits.Space(); limited && space < b.bytes {
		b = budget{space, "the limit of address space (`ulimit -v`) leaves"}
	}
	if b.bytes < minMemory {
		return b,
			line.Usage(fmt.Errorf("%s %s, and a run takes %s at least", b.from, line.Size(max(b.bytes, 0)),
				line.Size(minMemory)))
	}
	return b, nil
}

// resources returns how many shards a run receives at the same time, 0 if that is not known or if the runner carries
// the blocks of the shuffle, and the budget of this process. remote is nil if the job runs in this process.
func (p Params) resources(runner string, remote target.Target, spooled bool) (workers int, memory budget, err error) {
	if remote == nil {
		if memory, err = memoryFor(p.Memory); err != nil {
			return 0, memory, err
		}
		memory.apply()
		if runner == local.Name {
			return memory.workers(runtime.GOMAXPROCS(0)), memory, nil
		}
		return 1, memory, nil // the runners of Beam run one bundle at a time
	}
	if p.Memory > 0 && remote.InProcess() {
		memory = budget{bytes: p.Memory}
		debug.SetMemoryLimit(p.Memory)
	}
	if spooled {
		workers = remote.Workers()
	}
	return workers, memory, nil
}

// workers returns how many workers the budget is enough for, of so many.
func (b budget) workers(limit int) int {
	return int(min(int64(limit), max(1, (b.bytes-baseMemory)/workerMemory)))
}

// worker returns the share of one of so many workers, or 0 where there is no budget.
func (b budget) worker(workers int) int64 {
	if workers == 0 || b.bytes <= baseMemory {
		return 0
	}
	return (b.bytes - baseMemory) / int64(workers)
}

// heap returns the memory, in bytes, that Go may have within the budget.
func (b budget) heap() int64 {
	if b.bytes == math.MaxInt64 {
		return b.bytes
	}
	return b.bytes - max(b.bytes/8, programMemory)
}

// apply makes Go collect garbage so that the process stays within the budget.
func (b budget) apply() {
	collectFrom(uint64(min(smallHeap, b.bytes/8)), b.heap())
}

// room returns what readers may read of an input that was planned for so much text.
func (b budget) room(text int64) docio.Room {
	document := (b.bytes - baseMemory) / perDocument
	return docio.Room{
		Text: text, Document: document,
		TextError: fmt.Errorf("it decompresses to far more text than expected: the run was made for %s; decompress the file first", line.Size(text)),
		DocumentError: fmt.Errorf("a document of more than %s; %s %s, and a document takes %d times its size: reject it with --max_record=%d, or give more memory with --memory",
			line.Size(document), b.from, line.Size(b.bytes), perDocument, document),
	}
}

// available is the memory that can be had without swapping, in bytes, in a container no more
// than is left of what it may use; 0 if unknown.
func available() int64 {
	return least(meminfo("/proc/meminfo", "MemAvailable:"), groupMemory)
}

// least returns the memory that is free, or what the control group (version 1 or 2) of this
// process may still take, if that is less.
func least(free int64, group func() (int64, bool)) int64 {
	left, limited := group()
	switch {
	case !limited:
		return free
	case free == 0:
		return left
	}
	return min(free, left)
}

// peakMemory is the most memory this process has held, in bytes; 0 if unknown.
func peakMemory() int64 {
	if peak := meminfo("/proc/self/status", "VmHWM:"); peak > 0 {
		return peak
	}
	return process.Peak()
}

// allocated returns the bytes that this process has allocated since it began.
func allocated() int64 {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64())
}

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

// Available returns the memory, in bytes, that a run in this process may take with Params.Memory, 0
// if it is not known.
func Available(memory int64) int64 {
	if memory > 0 {
		return memory
	}
	return available()
}

// Peak returns the most memory that this process has held, in bytes, 0 if it is not known.
func Peak() int64 { return peakMemory() }

package job

import (
	"math"
	"runtime/debug"
	"testing"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/runners/target"
)

func TestMemoryFor(t *testing.T) {
	if b, err := memoryFor(1e9); err != nil || b.bytes != 1e9 || b.from != "--memory allows" {
		t.Errorf("--memory=1GB: %+v, %v", b, err)
	}
	_, err := memoryFor(minMemory - 1e6)
	if want := "--memory allows 255MB, and a run takes 256MB at least"; err == nil || err.Error() != want ||
		line.ExitCode(err) != 2 {
		t.Errorf("less than the least: %v, want %s", err, want)
	}
	if b, err := memoryFor(0); err != nil || b.bytes < minMemory {
		t.Errorf("this machine: %+v, %v", b, err)
	}
}

// A budget is shared by the workers that it is enough for.
func TestBudget(t *testing.T) {
	for _, tc := range []struct {
		bytes   int64
		cores   int
		workers int
	}{{minMemory, 64, 2}, {1 << 30, 64, 14}, {1 << 30, 2, 2}, {baseMemory, 8, 1}, {math.MaxInt64, 64, 64}} {
		b := budget{bytes: tc.bytes}
		if got := b.workers(tc.cores); got != tc.workers {
			t.Errorf("%d bytes, %d cores: %d workers, want %d", tc.bytes, tc.cores, got, tc.workers)
		}
		if got := b.worker(tc.workers) * int64(tc.workers); got > tc.bytes-baseMemory {
			t.Errorf("%d workers take %d of %d bytes", tc.workers, got, tc.bytes)
		}
	}
	room := budget{1e9, "--memory allows"}.room(5e9)
	if room.Text != 5e9 || room.Document != (1e9-baseMemory)/perDocument {
		t.Errorf("room of 1 GB: %+v", room)
	}
	want := "a document of more than 46MB; --memory allows 1.0GB, and a document takes 20 times its size: reject it with --max_record=45805696, or give more memory with --memory"
	if got := room.DocumentError.Error(); got != want {
		t.Errorf("a large document: %s\nwant %s", got, want)
	}
}

// Shards are made for the workers of a runner only if it does not carry the blocks, and for --memory only if they
// share this process.
func TestResources(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	const memory = baseMemory + 600<<20
	loopback, process := place{inProcess: true}, place{onThisMachine: true}
	for name, tc := range map[string]struct {
		memory  int64
		remote  target.Target
		spooled bool
		workers int
		each    int64
	}{
		"workers in this process":   {memory, loopback, true, 6, 100 << 20},
		"the runner carries blocks": {memory, loopback, false, 0, 0},
		"no budget":                 {0, loopback, true, 6, 0},
		"less than nothing works":   {1, loopback, true, 6, 0},
		"workers of this machine":   {memory, process, true, 6, 0},
	} {
		workers, b, err := Params{Memory: tc.memory}.resources("flink", tc.remote, tc.spooled)
		if err != nil || workers != tc.workers || b.worker(workers) != tc.each {
			t.Errorf("%s: %d workers with %d bytes each, %v; want %d with %d", name, workers, b.worker(workers), err,
				tc.workers, tc.each)
		}
	}
}

func TestMeminfo(t *testing.T) {
	name := filetest.Write(t, t.TempDir()+"/meminfo", "MemTotal:  16 kB\nMemAvailable:     12 kB\nBad: x kB\n")
	for _, tc := range []struct {
		file, name string
		want       int64
	}{
		{name, "MemAvailable:", 12 << 10},
		{name, "MemFree:", 0},
		{name, "Bad:", 0},
		{name + ".none", "MemTotal:", 0},
	} {
		if got := meminfo(tc.file, tc.name); got != tc.want {
			t.Errorf("meminfo(%q, %q) = %d, want %d", tc.file, tc.name, got, tc.want)
		}
	}
}

func TestLeast(t *testing.T) {
	for _, tc := range []struct {
		free, left int64
		limited    bool
		want       int64
	}{
		{8 << 30, 1 << 30, true, 1 << 30},
		{1 << 30, 8 << 30, true, 1 << 30},
		{0, 8 << 30, true, 8 << 30},
		{1 << 30, 0, false, 1 << 30},
		{1 << 30, 1, true, 1}, // the others have taken all
	} {
		if got := least(tc.free, func() (int64, bool) { return tc.left, tc.limited }); got != tc.want {
			t.Errorf("%d free, %d left of the limit: %d, want %d", tc.free, tc.left, got, tc.want)
		}
	}
}

// The heap leaves room in the budget for the program itself, also in a small one.
func TestHeapOfBudget(t *testing.T) {
	for bytes, want := range map[int64]int64{300_000_000: 300_000_000 - 56<<20, 8 << 30: 7 << 30,
		math.MaxInt64: math.MaxInt64} {
		if got := (budget{bytes: bytes}).heap(); got != want {
			t.Errorf("of %d bytes the heap may have %d, want %d", bytes, got, want)
		}
	}
}

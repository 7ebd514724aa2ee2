package shardio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/filetest"
)

// spoolOf makes a folder for blocks.
func spoolOf(t *testing.T, private bool) *spool.Folder {
	t.Helper()
	folder, err := spool.Make(t.TempDir(), private)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return folder
}

// sealedOf seals packed lines in any order, in blocks of any size, in the folder dir.
func sealedOf(t *testing.T, r *rand.Rand, dir string, packed [][]byte) (sealed [][]byte) {
	t.Helper()
	packed = slices.Clone(packed)
	r.Shuffle(len(packed), func(i, j int) { packed[i], packed[j] = packed[j], packed[i] })
	seal := func(b []byte) {
		var run spool.Run
		s, _, err := run.Seal(dir, b)
		if err != nil {
			t.Fatal(err)
		}
		spool.Hold(s)
		run.End()
		sealed = append(sealed, s)
	}
	b, full := spool.New(nil), 1+r.IntN(3000)
	for _, l := range packed {
		b = shuffle.Append(b, head(l), l)
		if spool.Len(b) >= full {
			seal(b)
			b, full = spool.New(nil), 1+r.IntN(3000)
		}
	}
	if spool.Len(b) > 0 {
		seal(b)
	}
	return sealed
}

// packedOf packs the lines of a shard.
func packedOf(lines []keyed) (packed [][]byte) {
	for _, l := range lines {
		packed = append(packed, appendPacked(nil, l.stream, []byte(l.key), []byte(l.line)))
	}
	return packed
}

// plainRuns is the obvious version: the bytes of the file of a shard, and what is known of its runs, by stream.
func plainRuns(packed [][]byte, name string, sampleBytes int64) (file []byte, runs map[int]*runInfo) {
	packed = slices.Clone(packed)
	slices.SortFunc(packed, bytes.Compare)
	runs = map[int]*runInfo{}
	for _, l := range packed {
		made := runs[int(l[0])]
		if made == nil {
			made = &runInfo{Name: name, At: int64(len(file))}
			runs[int(l[0])] = made
		}
		key, line, _ := unpack(l)
		made.Lines++
		made.Bytes += int64(len(line)) + 1
		if b := sampled(l, int64(len(line))+1, sampleBytes); b > 0 {
			made.Samples = append(made.Samples, sample{key, int64(len(file)), b})
		}
		file = append(binary.AppendUvarint(file, uint64(len(l))), l...)
	}
	return file, runs
}

// ran runs a stage with blocks, and returns the file of the shard and its runs by stream.
func ran(t *testing.T, p engine.Params, st *runs, sealed [][]byte) (file []byte, made map[int]*runInfo) {
	t.Helper()
	made = map[int]*runInfo{}
	if err := engine.RunReduce(t.Context(), p, st, 7, iterate(sealed), func(_ int, it item) {
		made[it.Stream] = it.Run
	}); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]string{"00007"}, names(t, filepath.Join(st.Dir, runsDir))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	return []byte(read(t, filepath.Join(st.Dir, runsDir, "00007"))), made
}

// scratch makes a folder with one for runs.
func scratch(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	filetest.Folder(t, filepath.Join(dir, runsDir))
	return dir
}

// sameRuns sorts lines with each amount of memory, in blocks of several orders, each twice with one stage, and
// compares the file and the runs with the obvious version.
func sameRuns(t *testing.T, seed uint64, folder *spool.Folder, lines []keyed, sampleBytes int64, memories ...int64) {
	t.Helper()
	r, packed := rand.New(rand.NewPCG(seed, 9)), packedOf(lines)
	want, wantRuns := plainRuns(packed, "00007", sampleBytes)
	for _, memory := range memories {
		p := Params{Shards: 8, Spool: folder.Path(), Memory: memory}.shuffle()
		st := &runs{Dir: scratch(t), SampleBytes: sampleBytes}
		for range 2 {
			sealed := sealedOf(t, r, folder.Path(), packed)
			for range 2 { // a bundle that is tried again
				got, made := ran(t, p, st, sealed)
				if !bytes.Equal(got, want) {
					t.Fatalf("%d bytes of memory: the file has %d bytes, want %d, or they are others", memory,
						len(got), len(want))
				}
				if !reflect.DeepEqual(made, wantRuns) {
					t.Fatalf("%d bytes of memory: runs (-want +got):\n%s", memory, gocmp.Diff(wantRuns, made))
				}
			}
			for _, b := range sealed {
				spool.Release(b)
			}
		}
	}
}

// The file of a shard has the same bytes, and the same samples, whether its lines are sorted in memory or outside,
// whatever the order of the blocks.
func TestSortOutsideMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	same := strings.Repeat("the same beginning ", 100)
	var begin, equal []keyed
	for i := range 300 {
		begin = append(begin, keyed{i % 2, fmt.Sprint(same, r.IntN(1000)), "line"}, keyed{0, fmt.Sprint(i), "short"})
		equal = append(equal, keyed{1, "key", "line"})
	}
	for name, lines := range map[string][]keyed{
		"lines of many sizes":    manyLines(r, 2000),
		"one line":               {{1, "k", "line"}},
		"equal lines":            equal,
		"equal lines and others": append(slices.Clone(equal), keyed{0, "a", "a"}, keyed{1, "z", "z"}),
		"the same beginning":     begin,
		"a long line": {{0, "a", "1"}, {0, "b", strings.Repeat("long", 100_000)}, {0, "c", "3"},
			{1, "d", "4"}},
	} {
		for _, private := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, %v", name, private), func(t *testing.T) {
				sameRuns(t, 1, spoolOf(t, private), lines, 50, 0, 1, 100, 3000, 30_000, 1<<30)
			})
		}
	}
}

func FuzzSortOutsideMemory(f *testing.F) {
	f.Add(uint64(1), 500, int64(1), 20, true)
	f.Add(uint64(2), 100, int64(9000), 1, false)
	f.Add(uint64(3), 1, int64(40), 300, true)
	f.Add(uint64(4), 0, int64(0), 1, true)
	f.Fuzz(func(t *testing.T, seed uint64, n int, memory int64, sample int, private bool) {
		lines := manyLines(rand.New(rand.NewPCG(seed, 0)), n&1023)
		sameRuns(t, seed, spoolOf(t, private), lines, int64(max(1, sample&0xffff)), max(0, memory))
	})
}

// The result is the same with little memory and a spool as with all lines in memory, for any number of shards.
func TestSpansOutsideMemory(t *testing.T) {
	lines := manyLines(rand.New(rand.NewPCG(1, 2)), 400)
	want := wantFiles(lines, small)
	for _, shards := range []int{1, 3, 64} {
		folder := spoolOf(t, true)
		dir := t.TempDir()
		finishedWith(t, dir, lines, 2, small, Params{Shards: shards, Spool: folder.Path(), Memory: 500})
		if diff := gocmp.Diff(want, written(t, dir)); diff != "" {
			t.Fatalf("%d shards (-want +got):\n%s", shards, diff)
		}
	}
}

// Open blocks and the buffers of runs take a share of the memory, and no more than is of use.
func TestBuffers(t *testing.T) {
	for _, tc := range []struct {
		memory      int64
		n           int
		block, read int
	}{
		{0, 256, 64 << 10, runBuffer},
		{88 << 20, 32, 64 << 10, runBuffer},
		{64 << 20, 256, 10 << 10, 32 << 10}, // a 24th of the memory, by 256
		{1 << 20, 2048, 4 << 10, minRunBuffer},
		{1 << 40, 1, 64 << 10, runBuffer},
	} {
		block, key := 0, 0
		st := &packKeyed{packer{Stream: 0}}
		line := keyed{line: strings.Repeat("x", 100)}
		err := engine.RunMap(t.Context(), Params{Shards: tc.n, Memory: tc.memory}.shuffle(), st,
			slices.Repeat([]keyed{line}, 1000), func(_ int, b []byte) {
				if key++; key == 1 { // all lines have one key, and so one shard
					block = spool.Len(b)
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		const record = 120
		if read := bufferOf(tc.memory, tc.n); block < tc.block || block > tc.block+record+1<<10 || read != tc.read {
			t.Errorf("%d bytes of memory, %d runs: blocks of %d bytes, buffers of %d, want %d and %d", tc.memory, tc.n,
				block, read, tc.block, tc.read)
		}
	}
	if got := bufferOf(1<<20, 0); got != runBuffer {
		t.Errorf("no run: %d", got)
	}
}

// A run that has read a long line does not keep its memory.
func TestLongLineIsLetGo(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run")
	var lines [][]byte
	for i, size := range []int{10, 1 << 20, 10, 20} {
		lines = append(lines, appendPacked(nil, 0, fmt.Appendf(nil, "%d", i), make([]byte, size)))
	}
	if _, err := writeRunOf(t.Context(), name, lines, sampleBytes); err != nil {
		t.Fatal(err)
	}
	r, err := openRun(t.Context(), part{Run: name}, minRunBuffer)
	if err != nil {
		t.Fatal(err)
	}
	defer r.f.Close()
	for i, o := range lines {
		if err := r.next(); err != nil || !bytes.Equal(r.line, o) {
			t.Fatalf("line %d: %d bytes, %v", i, len(r.line), err)
		}
		if limit := max(keptLine, 2*len(o)); cap(r.line) > limit {
			t.Errorf("line %d of %d bytes has %d bytes of memory", i, len(o), cap(r.line))
		}
	}
}

// BenchmarkRun sorts a shard of 64 MB of lines of 240 bytes, in memory and in parts.
func BenchmarkRun(b *testing.B) {
	folder, err := spool.Make(b.TempDir(), true)
	if err != nil {
		b.Fatal(err)
	}
	defer folder.Close()
	r := rand.New(rand.NewPCG(1, 2))
	var lines []keyed
	for range 64 << 20 / 240 {
		key := fmt.Sprintf("p%06d-p%06d", r.IntN(200_000), r.IntN(200_000))
		lines = append(lines, keyed{0, key, key + string(make([]byte, 215))})
	}
	sealed := blocksOf(b, lines, Params{Shards: 1, Spool: folder.Path()})[0]
	dir := scratch(b)
	for name, memory := range map[string]int64{"in memory": 0, "in parts": 32 << 20} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(shuffle.Records(sealed).Size())
			p := Params{Shards: 1, Spool: folder.Path(), Memory: memory}.shuffle()
			for b.Loop() {
				st := &runs{Dir: dir, SampleBytes: sampleBytes}
				if err := engine.RunReduce(b.Context(), p, st, 0, iterate(sealed), func(int, item) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package shardio

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store/storetest"
)

// small cuts files of about 200 bytes.
var small = cutting{file: 200, sample: 20}

// filesOf is the obvious version: it sorts the lines of a stream and cuts them in one go.
func filesOf(all []keyed, stream int, name string, size cutting) map[string]string {
	var lines []keyed
	total := int64(0)
	for _, l := range all {
		if l.stream == stream {
			lines = append(lines, l)
			total += int64(len(l.line)) + 1
		}
	}
	slices.SortFunc(lines, func(x, y keyed) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.line, y.line))
	})
	weight := func(l keyed) int64 {
		return sampled(appendPacked(nil, stream, []byte(l.key), []byte(l.line)), int64(len(l.line))+1, size.sample)
	}
	count, share, sampledBytes := (total+size.file-1)/size.file, int64(1), int64(0)
	for _, l := range lines {
		sampledBytes += weight(l)
	}
	if count > 1 {
		share = max(share, sampledBytes/count)
	}
	files := []string{""}
	before, next := int64(0), int64(1) // of the lines with smaller keys; the file that begins next
	for i, end := 0, 0; i < len(lines); i = end {
		own := int64(0)
		for end = i; end < len(lines) && lines[end].key == lines[i].key; end++ {
			own += weight(lines[end])
		}
		if own > 0 && next < count && before >= next*share { // only the key of a sample begins a file
			files = append(files, "")
			for next*share <= before {
				next++
			}
		}
		for _, l := range lines[i:end] {
			files[len(files)-1] += l.line + "\n"
		}
		before += own
	}
	named := map[string]string{}
	for i, content := range files {
		named[fmt.Sprintf("%s-%05d-of-%05d.jsonl", name, i, len(files))] = content
	}
	return named
}

// written returns the files of lines in a folder.
func written(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range names(t, dir) {
		if strings.HasSuffix(name, ".jsonl") {
			files[name] = read(t, filepath.Join(dir, name))
		}
		if strings.HasPrefix(name, ".tmp") {
			t.Errorf("%s is left", name)
		}
	}
	return files
}

// manyLines are lines of many sizes, some of the same key, some twice, some longer than a
// sample, and some longer than a file.
func manyLines(r *rand.Rand, n int) []keyed {
	var lines []keyed
	for range n {
		size := r.IntN(30)
		switch r.IntN(100) {
		case 0:
			size = 100
		case 1:
			size = 900
		}
		l := keyed{r.IntN(2), fmt.Sprintf("%04d", r.IntN(n)), strings.Repeat(string(rune('a'+r.IntN(26))), size)}
		lines = append(lines, l)
		if r.IntN(10) == 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

func wantFiles(lines []keyed, size cutting) map[string]string {
	want := filesOf(lines, 0, "passages", size)
	maps.Copy(want, filesOf(lines, 1, "rejected", size))
	return want
}

// The files are the same for any number of shards, any order of lines and spans, and if stages
// are tried again; they are those of the obvious version.
func TestSpans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	lines := manyLines(r, 400)
	want := wantFiles(lines, small)
	if len(want) < 20 {
		t.Fatalf("only %d files", len(want))
	}
	for name, content := range want {
		if content == "" {
			t.Errorf("%s is empty", name)
		}
	}
	for _, shards := range []int{1, 2, 7, 64} {
		for _, tries := range []int{1, 2} {
			r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
			dir := t.TempDir()
			finishedAt(t, dir, lines, shards, tries, small)
			if diff := gocmp.Diff(want, written(t, dir)); diff != "" {
				t.Fatalf("%d shards, %d tries (-want +got):\n%s", shards, tries, diff)
			}
		}
	}
}

func FuzzSpans(f *testing.F) {
	f.Add(uint64(1), 100, 3, 200, 20)
	f.Add(uint64(2), 3, 8, 1, 1)
	f.Add(uint64(3), 0, 1, 10, 100)
	f.Add(uint64(4), 300, 5, 50, 3000)
	f.Fuzz(func(t *testing.T, seed uint64, n, shards, file, sample int) {
		size := cutting{int64(max(1, file&0xffff)), int64(max(1, sample&0xffff))}
		lines := manyLines(rand.New(rand.NewPCG(seed, 0)), n&511)
		dir := t.TempDir()
		finishedAt(t, dir, lines, 1+shards&63, 1, size)
		if diff := gocmp.Diff(wantFiles(lines, size), written(t, dir)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A stream of at most the size of a file is one file, however its samples fall; a larger one
// is cut into files of about the size.
func TestSizesOfFiles(t *testing.T) {
	var all []sample
	at, total := int64(0), int64(0)
	const line, every, limit = 100, 1000, 64_000
	for i := range 100_000 {
		packed := appendPacked(nil, 0, fmt.Appendf(nil, "%06d", i), make([]byte, line-1))
		if b := sampled(packed, line, every); b > 0 {
			all = append(all, sample{Key: packed[:7], At: at, Bytes: b})
		}
		total += line
		at += int64(len(packed))
	}
	if got := cuts(slices.Clone(all), limit, limit); got != nil {
		t.Errorf("a stream of one file is cut at %q", got)
	}
	keys := cuts(all, total, limit)
	if len(keys) != 156 {
		t.Errorf("%d cuts, want 156", len(keys))
	}
	from := 0
	for _, k := range append(keys, []byte("\x00100000")) {
		var to int
		fmt.Sscanf(string(k[1:]), "%d", &to)
		if bytes := (to - from) * line; bytes < limit/2 || bytes > limit*3/2 {
			t.Errorf("the file from %d has %d bytes", from, bytes)
		}
		from = to
	}
}

// The key at which a file begins is in several runs, and in some more than once: all its
// lines are in the file that it begins.
func TestBoundaryInSeveralRuns(t *testing.T) {
	dir := t.TempDir()
	filetest.Folder(t, filepath.Join(dir, runsDir))
	var all []keyed
	var items []item
	for i := range 5 {
		var lines [][]byte
		for j := range 40 {
			for k := range 1 + i%3 {
				l := keyed{0, fmt.Sprintf("%02d", j), fmt.Sprintf("line %02d of run %d, %d", j, i%2, k)}
				all = append(all, l)
				lines = append(lines, appendPacked(nil, 0, []byte(l.key), []byte(l.line)))
			}
		}
		name := fmt.Sprintf("0-%05d", i)
		made, err := writeRunOf(t.Context(), filepath.Join(dir, runsDir, name), lines, small.sample)
		if err != nil {
			t.Fatal(err)
		}
		made.Name = name
		items = append(items, item{Run: made})
	}
	planAndWrite(t, dir, []string{"passages"}, items, 1, small)
	want := filesOf(all, 0, "passages", small)
	if len(want) < 10 {
		t.Fatalf("only %d files", len(want))
	}
	if diff := gocmp.Diff(want, written(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A worker reads a run from the last sample below its range on, and not from its beginning.
func TestPartBefore(t *testing.T) {
	r := &runInfo{Name: "r", At: 5, Samples: []sample{{Key: []byte("b"), At: 10}, {Key: []byte("d"), At: 20},
		{Key: []byte("d"), At: 30}, {Key: []byte("f"), At: 40}}}
	for from, want := range map[string]int64{"": 5, "a": 5, "b": 5, "c": 10, "d": 10, "e": 30, "f": 30, "g": 40} {
		if got := partBefore(r, []byte(from)); got != (part{"r", want}) {
			t.Errorf("from %q: %v, want byte %d", from, got, want)
		}
	}
}

// The whole of Write on a runner, with many files; the second sink writes the same ranges.
func TestWriteManyFiles(t *testing.T) {
	dir := t.TempDir()
	filetest.Folder(t, filepath.Join(dir, runsDir))
	var all []keyed
	var records []any
	for i := range 300 {
		v := record.Rejected{File: fmt.Sprintf("%03d", i*7%300), Reason: "<&>"}
		line, err := record.JSON(v)
		if err != nil {
			t.Fatal(err)
		}
		records, all = append(records, v), append(all, keyed{0, string(v.SortKey()), string(line)})
	}
	p, s := beam.NewPipelineWithRoot()
	write(s, Params{Dir: dir, Shards: 3, Parameters: []byte(`{"p":"<&>"}`)}, small, []Stream{
		rejectedOf(s, beam.Create(s, records...)).To(JSONL, sizes, count),
		again(s, beam.Create(s, record.Rejected{})),
	}, beam.ParDo(s, nothingFn, beam.Impulse(s)))
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	want := filesOf(all, 0, "rejected", small)
	if len(want) < 30 {
		t.Fatalf("only %d files", len(want))
	}
	for name, content := range want {
		var lengths strings.Builder
		for l := range strings.Lines(content) {
			fmt.Fprintln(&lengths, len(l)-1)
		}
		if got := read(t, filepath.Join(dir, strings.TrimSuffix(name, ".jsonl")+".sizes")); got != lengths.String() {
			t.Errorf("%s: the second sink has written %q, want %q", name, got, lengths.String())
		}
	}
	want["again-00000-of-00001.jsonl"] = `{"file":"","record":1,"reason":""}` + "\n"
	if diff := gocmp.Diff(want, written(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := read(t, filepath.Join(dir, "rejected.count")); got != "300\n" {
		t.Errorf("the sink of the whole stream has %q lines", got)
	}
	if got := read(t, filepath.Join(dir, "summary.json")); !strings.Contains(got, `"p": "<&>"`) {
		t.Errorf("the parameters changed: %s", got)
	}
}

// Runs and files are in a bucket.
func TestSpansInBucket(t *testing.T) {
	s := storetest.Start(t, "b")
	lines := manyLines(rand.New(rand.NewPCG(3, 4)), 100)
	finishedAt(t, "gs://b/out", lines, 3, 2, small)
	got := map[string]string{}
	for name, content := range s.Objects(t, "b", "out/") {
		if strings.HasSuffix(name, ".jsonl") {
			got[strings.TrimPrefix(name, "out/")] = content
		}
	}
	if diff := gocmp.Diff(wantFiles(lines, small), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSampledIsFixed(t *testing.T) {
	n := 0
	for i := range 10_000 {
		if sampled(fmt.Appendf(nil, "%d", i), 10, 1000) > 0 {
			n++
		}
	}
	if n != 105 { // of 100 expected: the hash is part of the format of a result
		t.Errorf("%d samples", n)
	}
	if sampled([]byte("x"), 1001, 1000) != 1001 {
		t.Error("a long line does not stand for itself")
	}
}

// A run that comes twice counts once.
func TestRunTwice(t *testing.T) {
	dir := t.TempDir()
	filetest.Folder(t, filepath.Join(dir, runsDir))
	made, err := writeRunOf(t.Context(), filepath.Join(dir, runsDir, "r"), packedOf([]keyed{{0, "k", "line"}}), 1)
	if err != nil {
		t.Fatal(err)
	}
	made.Name = "r"
	again := item{Run: made}
	planAndWrite(t, dir, []string{"passages"}, []item{again, again}, 1, small)
	if diff := gocmp.Diff(map[string]string{"passages-00000-of-00001.jsonl": "line\n"}, written(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := read(t, filepath.Join(dir, "summary.json")); !strings.Contains(got, `"passages": 1`) {
		t.Errorf("summary: %s", got)
	}
}

package shardio

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/spool"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// keyed is a line of a stream.
type keyed struct {
	stream    int
	key, line string
}

// packKeyed packs lines of any key.
type packKeyed struct{ packer }

func (st *packKeyed) Map(_ context.Context, l keyed) error {
	st.add([]byte(l.key), []byte(l.line))
	return nil
}

// blocksOf packs lines by shard as workers do.
func blocksOf(t testing.TB, lines []keyed, p Params) map[int][][]byte {
	t.Helper()
	out := map[int][][]byte{}
	emit := func(shard int, b []byte) {
		spool.Hold(b)
		out[shard] = append(out[shard], b)
	}
	for _, stream := range []int{0, 1} {
		own := slices.DeleteFunc(slices.Clone(lines), func(l keyed) bool { return l.stream != stream })
		if err := engine.RunMap(t.Context(), p.shuffle(), &packKeyed{packer{Stream: stream}}, own, emit); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func iterate(all [][]byte) func(*[]byte) bool {
	return func(b *[]byte) bool {
		if len(all) == 0 {
			return false
		}
		*b, all = all[0], all[1:]
		return true
	}
}

// finished runs the stages of Write without Beam, with the sizes of Write; each shard is tried
// so many times.
func finished(t *testing.T, dir string, lines []keyed, shards, tries int, counts ...item) {
	t.Helper()
	finishedAt(t, dir, lines, shards, tries, cutting{fileBytes, sampleBytes}, counts...)
}

func finishedAt(t *testing.T, dir string, lines []keyed, shards, tries int, size cutting, counts ...item) {
	t.Helper()
	finishedWith(t, dir, lines, tries, size, Params{Shards: shards}, counts...)
}

func finishedWith(t *testing.T, dir string, lines []keyed, tries int, size cutting, p Params, counts ...item) {
	t.Helper()
	if store.IsLocal(dir) {
		filetest.Folder(t, filepath.Join(dir, runsDir))
	}
	items := counts
	for shard, blocks := range blocksOf(t, lines, p) {
		for try := range tries {
			err := engine.RunReduce(t.Context(), p.shuffle(), &runs{Dir: dir, SampleBytes: size.sample}, shard,
				iterate(blocks), func(_ int, it item) {
					if try == tries-1 { // what a failed try has emitted is lost
						items = append(items, it)
					}
				})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	planAndWrite(t, dir, []string{"passages", "rejected"}, items, tries, size)
}

// planAndWrite runs the stages behind the runs, each so many times; the spans are written in any
// order.
func planAndWrite(t *testing.T, dir string, streams []string, items []item, tries int, size cutting) {
	t.Helper()
	planned := &plan{Streams: streams, Optional: make([]bool, len(streams)), FileBytes: size.file,
		Parameters: `{"gamma":2}`}
	for range streams {
		planned.Sinks = append(planned.Sinks, []string{JSONL})
	}
	var spans []span
	var last []done
	for range tries {
		spans, last = nil, nil
		rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		err := engine.RunJoin(t.Context(), planned, 0, items,
			func(_ int, sp span) { spans = append(spans, sp) }, func(_ int, d done) { last = append(last, d) })
		if err != nil {
			t.Fatal(err)
		}
	}
	rand.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
	for _, sp := range spans {
		for try := range tries {
			err := engine.RunJoin(t.Context(), &spanWriter{Dir: dir, Streams: streams}, 0, []span{sp},
				func(_ int, d done) {
					if try == tries-1 {
						last = append([]done{d}, last...)
					}
				})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for range tries {
		if err := engine.RunJoin(t.Context(), &finish{Dir: dir}, 0, last); err != nil {
			t.Fatal(err)
		}
	}
}

// writeRunOf sorts packed lines of stream 0 and writes a file with them.
func writeRunOf(ctx context.Context, name string, packed [][]byte, sampleBytes int64) (*runInfo, error) {
	slices.SortFunc(packed, bytes.Compare)
	made, err := writeRuns(ctx, name, 100, sampleBytes, eachOf(packed))
	return made[0], err
}

// eachOf calls a function with packed lines, as shuffle.Ordered does.
func eachOf(packed [][]byte) func(f func(_ uint64, packed []byte) error) error {
	return func(f func(_ uint64, packed []byte) error) error {
		for _, l := range packed {
			if err := f(head(l), l); err != nil {
				return err
			}
		}
		return nil
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	return string(filetest.Read(t, name))
}

func TestResult(t *testing.T) {
	var lines []keyed
	var want []string
	for i := range 1000 {
		lines = append(lines, keyed{0, fmt.Sprintf("%04d", 999-i), fmt.Sprintf(`{"n":%d,"t":"中\u0000"}`, 999-i)})
		want = append(want, fmt.Sprintf(`{"n":%d,"t":"中\u0000"}`, i))
	}
	for i := range 50 { // a hot key: all in one shard, ordered by line
		lines = append(lines, keyed{1, "same", fmt.Sprintf(`"%02d"`, 49-i)})
	}
	for _, shards := range []int{1, 3, 64} {
		for _, tries := range []int{1, 3} {
			dir := t.TempDir()
			finished(t, dir, lines, shards, tries, item{Count: "documents", N: 3},
				item{Count: LedgerPrefix + "repeats", N: 7})
			if diff := gocmp.Diff(strings.Join(want, "\n")+"\n",
				read(t, dir+"/passages-00000-of-00001.jsonl")); diff != "" {
				t.Fatalf("%d shards, %d tries: (-want +got):\n%s", shards, tries, diff)
			}
			if got := read(t, dir+"/rejected-00000-of-00001.jsonl"); len(got) != 50*5 ||
				!strings.HasPrefix(got, "\"00\"\n\"01\"\n") {
				t.Errorf("rejected is %q", got)
			}
			var got result.Summary
			if err := json.Unmarshal([]byte(read(t, dir+"/summary.json")), &got); err != nil {
				t.Fatal(err)
			}
			var parameters bytes.Buffer
			json.Compact(&parameters, got.Parameters)
			got.Parameters = nil
			wantSummary := result.Summary{
				Counts: map[string]int64{"documents": 3}, Ledger: map[string]int64{"repeats": 7},
				Lines: map[string]int64{"passages": 1000, "rejected": 50},
			}
			if diff := gocmp.Diff(wantSummary, got); diff != "" || parameters.String() != `{"gamma":2}` {
				t.Errorf("summary (-want +got):\n%s\nparameters %s", diff, &parameters)
			}
			if diff := gocmp.Diff([]string{runsDir, "passages-00000-of-00001.jsonl", "rejected-00000-of-00001.jsonl",
				result.SummaryFile}, names(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		}
	}
}

func TestResultWithoutALine(t *testing.T) {
	dir := t.TempDir()
	finished(t, dir, nil, 4, 1)
	for _, name := range []string{"passages", "rejected"} {
		if got := read(t, dir+"/"+name+"-00000-of-00001.jsonl"); got != "" {
			t.Errorf("%s is %q", name, got)
		}
	}
	want := "{\n  \"parameters\": {\n    \"gamma\": 2\n  },\n  \"counts\": {},\n  \"ledger\": {},\n  \"lines\": {\n" +
		"    \"passages\": 0,\n    \"rejected\": 0\n  }\n}\n"
	if diff := gocmp.Diff(want, read(t, dir+"/summary.json")); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
}

// merged returns the lines of runs, in order.
func merged(ctx context.Context, runs ...string) Lines {
	var parts []part
	for _, name := range runs {
		parts = append(parts, part{Run: name})
	}
	return func(write func(line []byte) error) error {
		return merge(ctx, parts, nil, []byte{255}, runBuffer, write)
	}
}

// The runs of a shard are in one file, stream by stream, and a stream without a line has none.
func TestRunsOfStreams(t *testing.T) {
	name := filepath.Join(t.TempDir(), "runs")
	packed := packedOf([]keyed{{1, "a", "first"}, {1, "b", "second"}, {3, "a", "third"}})
	runs, err := writeRuns(t.Context(), name, 100, 1, eachOf(packed))
	if err != nil || runs[0] != nil || runs[2] != nil || runs[1].At != 0 || runs[1].Lines != 2 || runs[3].Lines != 1 {
		t.Fatalf("writeRuns: %+v, %v", runs, err)
	}
	for stream, want := range map[int]string{1: "first second", 3: "third"} {
		var got []string
		err := merge(t.Context(), []part{{name, runs[stream].At}}, nil, []byte{byte(stream + 1)}, runBuffer,
			func(line []byte) error {
				got = append(got, string(line))
				return nil
			})
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("stream %d is %q, %v, want %q", stream, got, err, want)
		}
		if at := runs[stream].Samples[0].At; at != runs[stream].At {
			t.Errorf("the first line of stream %d is a sample at byte %d, want %d", stream, at, runs[stream].At)
		}
	}
}

// Files are cut by the sorted lines alone: before the line at which a file is full.
func TestMergeFiles(t *testing.T) {
	dir := t.TempDir() + "/a[1]" // no pattern
	filetest.Folder(t, dir)
	var runs []string
	for i, texts := range [][]string{{"a", "d", "g"}, {"b", "e"}, {"c", "f", "中"}} {
		var lines [][]byte
		for _, s := range texts {
			lines = append(lines, appendPacked(nil, 0, []byte(s), []byte(s+s+s)))
		}
		name := filepath.Join(dir, fmt.Sprint("run", i))
		if _, err := writeRunOf(t.Context(), name, lines, sampleBytes); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, name)
	}
	for _, tc := range []struct {
		limit int64
		want  []string
	}{
		{1, []string{"aaa\n", "bbb\n", "ccc\n", "ddd\n", "eee\n", "fff\n", "ggg\n", "中中中\n"}},
		{5, []string{"aaa\nbbb\n", "ccc\nddd\n", "eee\nfff\n", "ggg\n中中中\n"}},
		{8, []string{"aaa\nbbb\n", "ccc\nddd\n", "eee\nfff\n", "ggg\n中中中\n"}},
		{9, []string{"aaa\nbbb\nccc\n", "ddd\neee\nfff\n", "ggg\n中中中\n"}},
		{1000, []string{"aaa\nbbb\nccc\nddd\neee\nfff\nggg\n中中中\n"}},
	} {
		filetest.Write(t, dir+"/s-00007-of-00009.jsonl", "of an earlier try")
		slices.Reverse(runs)
		if err := writeFiles(context.Background(), dir, "s", jsonLines, tc.limit,
			merged(context.Background(), runs...)); err != nil {
			t.Fatal(err)
		}
		var got []string
		files := slices.DeleteFunc(names(t, dir), func(f string) bool { return !strings.HasPrefix(f, "s-") })
		for i, f := range files {
			if want := fmt.Sprintf("s-%05d-of-%05d.jsonl", i, len(tc.want)); f != want {
				t.Errorf("limit %d: file %s, want %s", tc.limit, f, want)
			}
			got = append(got, read(t, dir+"/"+f))
		}
		if diff := gocmp.Diff(tc.want, got); diff != "" {
			t.Errorf("limit %d (-want +got):\n%s", tc.limit, diff)
		}
	}
}

func TestMergeFails(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	if _, err := writeRunOf(t.Context(), good, packedOf([]keyed{{0, "k", "line"}, {0, "l", "line"}}),
		sampleBytes); err != nil {
		t.Fatal(err)
	}
	whole := read(t, good)
	short := filepath.Join(dir, "short")
	filetest.Write(t, short, whole[:len(whole)-1])
	damaged := filepath.Join(dir, "damaged")
	filetest.Write(t, damaged, "\x05\x00\xff\xff\xff\xff")
	ctx := context.Background()
	if err := writeFiles(ctx, dir, "s", jsonLines, 1, merged(ctx, good, short)); !errors.Is(err, io.ErrUnexpectedEOF) ||
		!strings.Contains(err.Error(), "short") {
		t.Errorf("a run cut short: %v", err)
	}
	if err := writeFiles(ctx, dir, "s", jsonLines, 1, merged(ctx, damaged)); !errors.Is(err, errDamaged) {
		t.Errorf("a damaged run: %v", err)
	}
	if err := writeFiles(ctx, dir, "s", jsonLines, 1, merged(ctx, good, dir+"/none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a run that is not there: %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := writeFiles(cancelled, dir, "s", jsonLines, 1, merged(cancelled, good)); !errors.Is(err,
		context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if diff := gocmp.Diff([]string{"damaged", "good", "short"}, names(t, dir)); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
}

// FuzzOrdered: packed lines are in the order of their heads, those of one head in that of their bytes.
func FuzzOrdered(f *testing.F) {
	f.Add([]byte("key"), []byte("line"), []byte("key"), []byte("lint"))
	f.Add([]byte("a"), []byte(""), []byte("a\x00"), []byte("\x00"))
	f.Add([]byte("12345678"), []byte("12345678a"), []byte("12345678"), []byte("12345678b"))
	f.Fuzz(func(t *testing.T, key1, line1, key2, line2 []byte) {
		a, b := appendPacked(nil, 7, key1, line1), appendPacked(nil, 7, key2, line2)
		if got, want := cmp.Or(cmp.Compare(head(a), head(b)), bytes.Compare(a, b)), bytes.Compare(a, b); got != want {
			t.Errorf("%x and %x: %d, want %d", a, b, got, want)
		}
	})
}

func FuzzPacked(f *testing.F) {
	f.Add(1, []byte("key"), []byte("line"), []byte("noise"))
	f.Add(1, []byte("key"), []byte("key and more"), []byte("\x80\x00\x00\x02"))
	f.Fuzz(func(t *testing.T, stream int, key, line, noise []byte) {
		stream &= 255
		begin, l, err := unpack(appendPacked(nil, stream, key, line))
		if err != nil || int(begin[0]) != stream || !bytes.Equal(begin[1:], key) || !bytes.Equal(l, line) {
			t.Errorf("unpack = %q, %q, %v", begin, l, err)
		}
		dir := scratch(t)
		b := shuffle.Append(nil, 1, noise)
		none := func(int, item) {}
		err = engine.RunReduce(t.Context(), engine.Params{Shards: 1}, &runs{Dir: dir, SampleBytes: sampleBytes}, 0,
			iterate([][]byte{b[:len(b)-1]}), none)
		if !errors.Is(err, block.ErrCorrupt) {
			t.Errorf("a block that ends inside a line: %v", err)
		}
		_, _, damaged := unpack(noise)
		err = engine.RunReduce(t.Context(), engine.Params{Shards: 1}, &runs{Dir: dir, SampleBytes: sampleBytes}, 0,
			iterate([][]byte{b}), none)
		if !errors.Is(err, damaged) {
			t.Errorf("a line that is none: %v, want %v", err, damaged)
		}
	})
}

// The full disk: /dev/full takes no byte.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	full.Close()
	dir := t.TempDir()
	err = store.WriteFile(t.Context(), filepath.Join(dir, "f"), func(io.Writer) error {
		w, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer w.Close()
		_, err = w.Write([]byte("x"))
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "no space left on device") || len(names(t, dir)) != 0 {
		t.Errorf("WriteFile: %v, left %v", err, names(t, dir))
	}
	// Where the folder of the runs is gone, the error says which shard could not be written.
	blocks := blocksOf(t, []keyed{{0, "k", "l"}}, Params{Shards: 1})
	err = engine.RunReduce(t.Context(), engine.Params{Shards: 1}, &runs{Dir: dir, SampleBytes: sampleBytes}, 0,
		iterate(blocks[0]),
		func(int, item) { t.Error("a run that was not written is reported") })
	if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "writing the sorted runs of shard 0: ") {
		t.Errorf("runs: %v", err)
	}
}

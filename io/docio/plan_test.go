package docio

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/engine/wire/wiretest"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

func newPlan(t testing.TB, p Params) *Plan {
	t.Helper()
	plan, err := NewPlan(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// readAll reads ranges as readFn does, without Beam: one sorted line for each document
// and rejected record.
func readAll(t testing.TB, p Params, ranges []Range) []string {
	t.Helper()
	var got []string
	fn := &readFn{Params: p}
	for _, r := range ranges {
		err := fn.readRange(context.Background(), "/", r,
			func(d record.Document) { got = append(got, showDocument(d)) },
			func(r record.Rejected) {
				r.File = filepath.Base(r.File)
				got = append(got, "rejected "+r.String())
			}, nil, map[string]int64{})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(got)
	return got
}

func readPlan(t testing.TB, plan *Plan) []string {
	return readAll(t, plan.params, plan.ranges)
}

func gz(t testing.TB, text string) string {
	t.Helper()
	var out strings.Builder
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// lines makes n lines, some of them without an id, blank or no JSON.
func lines(n int) string {
	rnd := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range n {
		switch rnd.IntN(6) {
		case 0:
			b.WriteString("\r\n")
		case 1:
			fmt.Fprintf(&b, "{\"text\":\"no id %s\"}\n", strings.Repeat("中文", rnd.IntN(20)))
		case 2:
			b.WriteString("no json\n")
		default:
			fmt.Fprintf(&b, "{\"id\":\"d%d\",\"text\":\"%s\"}\n", i, strings.Repeat("x", rnd.IntN(90)))
		}
	}
	return b.String()
}

// The documents are the same however a file is cut, and however it is compressed.
func TestSplitNeverChangesDocuments(t *testing.T) {
	text := "\ufeff" + lines(60) + `{"text":"last"}`
	path := filepath.Join(folder(t, map[string]string{"f.jsonl": text}), "f.jsonl")
	p := params(path)
	plan := newPlan(t, p)
	want := readPlan(t, plan)
	if len(want) < 40 {
		t.Fatalf("only %d records: no test", len(want))
	}
	whole := plan.ranges[0]
	for n := int64(2); n <= int64(len(text)); n++ {
		if n > 20 && n%401 != 0 && n != int64(len(text)) {
			continue
		}
		parts := cut(whole, n)
		if err := countLines(context.Background(), whole.Path, parts); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, readAll(t, p, parts)); diff != "" {
			t.Fatalf("%d parts (-want +got):\n%s", n, diff)
		}
	}
	packed := folder(t, map[string]string{"f.jsonl": gz(t, text)}) // the same name, compressed
	if diff := cmp.Diff(want, readPlan(t, newPlan(t, params(packed)))); diff != "" {
		t.Errorf("compressed (-want +got):\n%s", diff)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("{\"text\":\"a\"}\n\n{\"id\":1,\"text\":\"b\"}", 5)
	path := filepath.Join(folder(f, map[string]string{"f.jsonl": ""}), "f.jsonl")
	f.Fuzz(func(t *testing.T, text string, n int) {
		filetest.Write(t, path, text)
		whole := Range{Path: path, Name: "f.jsonl", Format: "jsonl", End: -1, Bytes: int64(len(text))}
		if !isPlain(context.Background(), path) {
			return
		}
		parts := cut(whole, int64(min(max(n, 1), 200)))
		if err := countLines(context.Background(), whole.Path, parts); err != nil {
			t.Fatal(err)
		}
		p := params(path)
		if diff := cmp.Diff(readAll(t, p, []Range{whole}), readAll(t, p, parts)); diff != "" {
			t.Errorf("%d parts (-want +got):\n%s", len(parts), diff)
		}
	})
}

// One file of 60 MB is cut into equal ranges, enough of them to keep many cores busy.
func TestPlanSplitsOneFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	const size = 60<<20 + 1
	if err := errors.Join(f.Truncate(size), f.Close()); err != nil { // a file of NULs: only cut, not read
		t.Fatal(err)
	}
	plan := newPlan(t, params(path))
	var got []string
	for _, r := range plan.ranges {
		got = append(got, fmt.Sprintf("[%d,%d) %d", r.Start, r.End, r.Bytes))
	}
	if len(plan.Ranges()) < 32 || plan.Bytes != size || plan.TextBytes != size || plan.Files != 1 {
		t.Errorf("plan: %d ranges, %d bytes: %v", len(plan.Ranges()), plan.Bytes, got)
	}
	var sum int64
	for _, r := range plan.ranges {
		if sum += r.Bytes; r.Bytes < size/int64(len(plan.Ranges())) || r.Bytes > size/int64(len(plan.Ranges()))+
			int64(len(plan.Ranges())) {
			t.Errorf("a range of %d bytes: %v", r.Bytes, got)
		}
	}
	if sum != size {
		t.Errorf("ranges have %d bytes together", sum)
	}
}

func TestDeal(t *testing.T) {
	var ranges []Range
	for i, size := range []int64{100, 1, 60, 40, 7, 100, 1, 2} {
		ranges = append(ranges, Range{Path: fmt.Sprint("f", i, ".txt"), TextBytes: size << 20})
	}
	// counts as 100 MB
	ranges = append(ranges,
		Range{Path: "packed.gz", Bytes: 25 << 20, TextBytes: expansions{}.text(25<<20, compress.Gzip)})
	for _, tc := range []struct {
		max  int
		want []string
	}{
		{1, []string{"f0.txt f1.txt f2.txt f3.txt f4.txt f5.txt f6.txt f7.txt packed.gz"}},
		{4, []string{"f0.txt f1.txt f2.txt", "f7.txt packed.gz", "f5.txt f6.txt", "f3.txt f4.txt"}},
		{9, []string{"f4.txt f5.txt", "f6.txt f7.txt packed.gz", "f0.txt", "f1.txt f2.txt", "f3.txt"}},
		{1000, []string{"f0.txt", "f5.txt", "packed.gz", "f2.txt", "f3.txt", "f4.txt", "f7.txt", "f1.txt", "f6.txt"}},
	} {
		var got []string
		for _, part := range deal(ranges, tc.max) {
			var paths []string
			for _, r := range part {
				paths = append(paths, r.Path)
			}
			got = append(got, strings.Join(paths, " "))
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("at most %d (-want +got):\n%s", tc.max, diff)
		}
	}
	if got := deal(nil, 3); len(got) != 0 {
		t.Errorf("nothing dealt gives %v", got)
	}
}

// Many files are few elements, and none is lost on the way.
func TestElements(t *testing.T) {
	plan := &Plan{dir: "/d", ranges: make([]Range, 12_345), Rejected: []record.Rejected{{File: "r"}}}
	for i := range plan.ranges {
		plan.ranges[i] = Range{Path: fmt.Sprintf("folder/with/a/long/name/file-%06d-\xff.txt", i), Start: int64(i),
			End: -1, TextBytes: 300_000}
	}
	elements := plan.elements(maxElements)
	var got []Range
	bytes := 0
	for i, e := range elements {
		b, err := decodeBatch(e)
		if err != nil || b.Dir != "/d" || (len(b.Rejected) == 1) != (i == 0) {
			t.Fatalf("element %d: %+v, error %v", i, b, err)
		}
		got, bytes = append(got, b.Ranges...), bytes+len(e)
	}
	slices.SortFunc(got, func(a, b Range) int { return int(a.Start - b.Start) })
	if diff := cmp.Diff(plan.ranges, got); diff != "" {
		t.Errorf("ranges (-want +got):\n%s", diff)
	}
	if len(elements) > maxElements || len(elements) < maxElements*9/10 || bytes > 40*len(got) {
		t.Errorf("%d elements, %d bytes", len(elements), bytes)
	}
	for i := range plan.ranges {
		plan.ranges[i].TextBytes = 0
	}
	if n := len(plan.elements(maxElements)); n < minElements || n > len(plan.ranges)*rangeCost/minCost+1 {
		t.Errorf("%d elements of files without text", n)
	}
	if n := len((&Plan{}).elements(maxElements)); n != 1 {
		t.Errorf("an empty plan has %d elements, want 1", n)
	}
	if n := len(plan.elements(1)); n != 1 {
		t.Errorf("%d elements, want 1 at most", n)
	}
	if _, err := decodeBatch([]byte("no batch")); err == nil {
		t.Error("decodeBatch: no error")
	}
}

// Every field of a range travels, a path that is not UTF-8, too.
func TestRangeFields(t *testing.T) {
	want := Range{}
	v := reflect.ValueOf(&want).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString(fmt.Sprint("\xff", i))
		case reflect.Int64:
			f.SetInt(-1 << (10 * (i % 6)))
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Uint8:
			f.SetUint(1)
		default:
			t.Fatalf("a field is %s: Append has to write it, and this test to fill it", f.Kind())
		}
	}
	wiretest.Prefixes(t, "Range", want.Append(nil), func(b []byte) error {
		r := wire.NewReader(b)
		if got := ReadRange(&r); r.Err() == nil && got != want {
			t.Errorf("read %+v, want %+v", got, want)
		}
		return r.Err()
	})
}

func TestPlanSameFileTwice(t *testing.T) {
	t.Chdir(folder(t, map[string]string{"d/sub/a.txt": "a", "d/b.txt": "b"}))
	if err := os.Symlink("d", "link"); err != nil {
		t.Skip(err)
	}
	for _, input := range [][]string{{"d", "d/sub/a.txt", "link"}, {"link", "d/sub/*", "./d", "d"}} {
		got := readPlanIn(t, newPlan(t, params(input...)))
		// The smallest name stands.
		want := []string{`0 0 a.txt a.txt#0@0 "a"`, `0 0 b.txt b.txt#0@0 "b"`}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", input, diff)
		}
	}
	p := params("d/b.txt")
	p.Source = []string{"d"}
	want := []string{`0 0 b.txt b.txt#0@0 "b"`, `1 0 b.txt b.txt#0@0 "b"`, `1 0 sub/a.txt a.txt#0@0 "a"`}
	if diff := cmp.Diff(want, readPlanIn(t, newPlan(t, p))); diff != "" {
		t.Errorf("input and source (-want +got):\n%s", diff)
	}
}

// readPlanIn reads relative paths.
func readPlanIn(t testing.TB, plan *Plan) []string {
	ranges := plan.ranges
	for i := range ranges {
		ranges[i].Path = filepath.Join(plan.dir, ranges[i].Path)
	}
	return readAll(t, plan.params, ranges)
}

func TestPlanNotes(t *testing.T) {
	t.Chdir(folder(t, map[string]string{"d/.a": "", "d/.b": "", "d/.c": "", "d/.d": "", "d/x.txt": ""}))
	os.Symlink("nothing", "d/dead.txt")
	plan := newPlan(t, params("d"))
	want := []string{
		"d: 4 left out (name begins with a dot): d/.a, d/.b, d/.c, ...",
	}
	if diff := cmp.Diff(want, plan.Notes); diff != "" {
		t.Errorf("Notes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]record.Rejected{{File: "d/dead.txt", Reason: "no such file or folder"}},
		plan.Rejected); diff != "" {
		t.Errorf("Rejected (-want +got):\n%s", diff)
	}
}

func TestPlanUsageErrors(t *testing.T) {
	t.Chdir(folder(t, map[string]string{"a.txt": "a", "hidden/.a": "", "hidden/.b": ""}))
	filetest.Folder(t, "bare/at/all")
	set := func(change func(*Params)) Params {
		p := params("a.txt")
		change(&p)
		return p
	}
	for want, p := range map[string]Params{
		"--input is missing: name a file, a folder or a glob": params(),
		"--input is empty: name a file, a folder or a glob": params("a.txt",
			""),
		"bare: there is no file in it": params("a.txt",
			"bare"),
		"standard input is not read here: name a file (./- is a file with the name -)": params("a.txt",
			"-"),
		"hidden: there is no file in it; 2 left out (name begins with a dot): hidden/.a, hidden/.b": params("hidden"),
		"none: no such file or folder": params("none"),
		"*.pdf: no file matches": params("a.txt",
			"*.pdf"),
		"--source is empty: name a file, a folder or a glob": set(
			func(p *Params) { p.Source = []string{""} }),
		"x.txt: no such file or folder": set(
			func(p *Params) { p.Source = []string{"x.txt"} }),
		"--text_field is empty: name the field that contains the text": set(
			func(p *Params) { p.TextField = "" }),
		"--html=none is unknown; use main or all": set(
			func(p *Params) { p.HTML = "none" }),
		`--id_field and --text_field are both "id"`: set(
			func(p *Params) { p.TextField = "id" }),
		"x://b/a: x:// is not supported (known: local paths, gs://, http://, https://, s3://)": params("x://b/a"),
		"--format=doc is unknown; use one of " + strings.Join(Formats(),
			", "): set(func(p *Params) { p.Format = "doc" }),
	} {
		_, err := NewPlan(context.Background(), p)
		var usage *UsageError
		if !errors.As(err, &usage) || err.Error() != want {
			t.Errorf("NewPlan(%+v): error %v, want the usage error %q", p, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewPlan(ctx, params(".")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"a.txt": "text", "a.MD.gz": "text", "a": "text", "a.xyz": "text", "d.html/a": "text",
		"a.HTM": "html", "a.xhtml.zst": "html", "a.jsonl": "jsonl", "d/a.ndjson.gz": "jsonl", "a.json": "jsonl",
		".txt":   "text",
		"a.warc": "warc", "a.WARC.gz": "warc", "a.warc.wet.gz": "warc", "a.arc.gz": "arc", "a.parquet": "parquet",
		"a.pq": "parquet",
	} {
		if got := formatOf(params(), path).name; got != want {
			t.Errorf("formatOf(%s) = %s, want %s", path, got, want)
		}
	}
	p := params()
	p.Format = "html"
	if got := formatOf(p, "a.jsonl").name; got != "html" {
		t.Errorf("--format=html: %s", got)
	}
}

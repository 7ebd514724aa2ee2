package parquetio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

type result struct {
	docs     []record.Document
	rejected []record.Rejected
	counts   Counts
}

func (r *result) emit(d record.Document) error { r.docs = append(r.docs, d); return nil }
func (r *result) reject(v record.Rejected)     { r.rejected = append(r.rejected, v) }

// texts is "ID: text" of all documents.
func (r *result) texts() []string {
	var out []string
	for _, d := range r.docs {
		out = append(out, d.ID+": "+string(d.Text))
	}
	return out
}

func read(t testing.TB, data []byte, fields Fields) (result, error) {
	t.Helper()
	var r result
	var err error
	r.counts, err = readFile(context.Background(), "f", record.Source, bytes.NewReader(data), int64(len(data)), fields,
		r.emit, r.reject)
	return r, err
}

// readFile opens a Parquet file and reads all of it.
func readFile(
	ctx context.Context, name string, side record.Side, r io.ReaderAt, size int64, fields Fields,
	emit func(record.Document) error, reject func(record.Rejected),
) (Counts, error) {
	f, err := Open(name, r, size, fields)
	if err != nil {
		return Counts{}, err
	}
	all := make([]int, len(f.groups))
	for i := range all {
		all[i] = i
	}
	return f.Read(ctx, side, all, emit, reject)
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	return filetest.Read(t, filepath.Join("testdata", name))
}

var byID = Fields{ID: "id", Text: "text"}

// TestWriters holds that all files say the same, whoever wrote them.
func TestWriters(t *testing.T) {
	names, _ := filepath.Glob("testdata/*.parquet")
	if len(names) < 12 {
		t.Fatalf("%d files", len(names))
	}
	want := []string{"doc-0: One text.", "doc-1: ", "doc-2: 两个句子。第二句。", "doc-4: line\nline \"quoted\"",
		"doc-5: repeated", "doc-6: repeated", "doc-7: \U00020000 end"}
	rejected := []record.Rejected{{File: "f", Record: 3, ID: "doc-3", Reason: "the text is null"}}
	for _, name := range names {
		r, err := read(t, file(t, filepath.Base(name)), byID)
		if err != nil {
			t.Error(err)
			continue
		}
		if d := cmp.Diff(want, r.texts()); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		if d := cmp.Diff(rejected, r.rejected); d != "" {
			t.Errorf("%s, rejected (-want +got):\n%s", name, d)
		}
		if d := cmp.Diff(Counts{Records: 8, Documents: 7, Rejected: 1, Bytes: 78}, r.counts); d != "" {
			t.Errorf("%s, counts (-want +got):\n%s", name, d)
		}
		if d := r.docs[6]; d.Record != 7 || d.File != "f" || d.Side != record.Source || d.Markup != record.Plain {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestFields(t *testing.T) {
	data := file(t, "pyarrow-zstd.parquet")
	const columns = "the file has id (string), text (string), n (int32), score (double), raw (binary), meta.url (string), meta.body.text (string), tags (a list of string)"
	for _, tt := range []struct {
		fields Fields
		first  string
		err    string
	}{
		{Fields{ID: "n", Text: "raw"}, "100: One text.", ""},
		{Fields{ID: "meta.url", Text: "meta.body.text"}, "http://a/0: One text.", ""},
		{Fields{ID: "text", Text: "id"}, "One text.: doc-0", ""},
		{Fields{ID: "text", Text: "text"}, "One text.: One text.", ""},
		{Fields{Text: "text"}, "f:1: One text.", ""},
		{Fields{ID: "key", Text: "text", IDOptional: true}, "f:1: One text.", ""},
		{Fields{ID: "key", Text: "text"}, "", `f: no column "key" for the id; ` + columns},
		{Fields{ID: "id", Text: "body"}, "", `f: no column "body" for the text; ` + columns},
		{Fields{ID: "id", Text: "n"}, "", `f: column "n" is int32: it cannot be the text`},
		{Fields{ID: "score", Text: "text", IDOptional: true}, "", `f: column "score" is double: it cannot be the id`},
		{Fields{ID: "tags", Text: "text"}, "", `f: column "tags" is a list of string: it cannot be the id`},
	} {
		r, err := read(t, data, tt.fields)
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%+v: error %v, want %s", tt.fields, err, tt.err)
			}
			continue
		}
		if err != nil || r.texts()[0] != tt.first {
			t.Errorf("%+v: %q, %v, want %q", tt.fields, r.texts(), err, tt.first)
		}
	}
	// A null id is a missing one.
	r, err := read(t, data, Fields{ID: "text", Text: "id"})
	if err != nil || r.texts()[3] != "f:4: doc-3" {
		t.Errorf("%q, %v", r.texts(), err)
	}
}

// TestGroups holds that the row groups, each alone and in any order, give the file.
func TestGroups(t *testing.T) {
	data := file(t, "pyarrow-zstd.parquet")
	f, err := Open("f", bytes.NewReader(data), int64(len(data)), byID)
	if err != nil {
		t.Fatal(err)
	}
	want := []Group{{First: 0, Rows: 3}, {First: 3, Rows: 3}, {First: 6, Rows: 2}}
	got := append([]Group(nil), f.Groups()...)
	for i := range got {
		if got[i].Bytes <= 0 {
			t.Errorf("group %d: %d bytes", i, got[i].Bytes)
		}
		got[i].Bytes = 0
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("(-want +got):\n%s", d)
	}
	for g, want := range [][]int64{{0, 1, 2}, {4, 5}, {6, 7}} {
		var r result
		if _, err := f.Read(context.Background(), record.Input, []int{g}, r.emit, r.reject); err != nil {
			t.Fatal(err)
		}
		var rows []int64
		for _, d := range r.docs {
			rows = append(rows, d.Record)
		}
		if d := cmp.Diff(want, rows); d != "" {
			t.Errorf("group %d (-want +got):\n%s", g, d)
		}
	}
}

// TestBroken damages the text column of the second row group: the first and the third
// are read, and the loss is told.
func TestBroken(t *testing.T) {
	data := file(t, "pyarrow-snappy.parquet")
	f, err := Open("f", bytes.NewReader(data), int64(len(data)), byID)
	if err != nil {
		t.Fatal(err)
	}
	at := f.file.Metadata().RowGroups[1].Columns[1].MetaData.DataPageOffset
	damaged := append([]byte(nil), data...)
	for i := range 12 {
		damaged[at+int64(i)] = 0xff
	}
	r, err := read(t, damaged, byID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"doc-0: One text.", "doc-1: ", "doc-2: 两个句子。第二句。", "doc-6: repeated",
		"doc-7: \U00020000 end"}, r.texts()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(r.rejected) != 1 || r.rejected[0].Record != 3 ||
		!strings.HasPrefix(r.rejected[0].Reason, "row group 1 is broken from here on, 3 rows are lost: ") ||
		r.counts.Records != 8 {
		t.Errorf("rejected %v, counts %+v", r.rejected, r.counts)
	}
	for _, cut := range []int{0, 1, 4, 100, len(data) - 5, len(data) - 1} {
		if r, err := read(t, data[:cut], byID); err == nil ||
			!strings.HasPrefix(err.Error(), "f: not a Parquet file that can be read: ") || len(r.docs) > 0 {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
}

// failing is a file that cannot be read below the offset from.
type failing struct {
	io.ReaderAt
	from int64
	err  error
}

func (f failing) ReadAt(p []byte, off int64) (int, error) {
	if off < f.from {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p, off)
}

// TestFailures holds that errors of the file, of emit and of the context end the run,
// and are not taken for broken contents.
func TestFailures(t *testing.T) {
	data := file(t, "pandas.parquet")
	broken := errors.New("broken")
	keep := func(record.Document) error { return nil }
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		from int64
		emit func(record.Document) error
		want error
	}{
		{"footer", context.Background(), int64(len(data)), keep, broken},
		{"pages", context.Background(), int64(len(data)) / 3, keep, broken},
		{"emit", context.Background(), 0, func(record.Document) error { return broken }, broken},
		{"context", canceled, 0, keep, context.Canceled},
	} {
		_, err := readFile(tt.ctx, "f", record.Input, failing{bytes.NewReader(data), tt.from, broken}, int64(len(data)),
			byID, tt.emit,
			func(v record.Rejected) {
				if v.Reason != "the text is null" {
					t.Errorf("%s: %v", tt.name, v)
				}
			})
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
		}
	}
}

// FuzzRead reads broken files: an error, or every row accounted for.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"pyarrow-plain", "pyarrow-category", "duckdb", "polars"} {
		f.Add(file(f, name+".parquet"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := read(t, data, byID)
		if err != nil {
			return
		}
		if int64(len(r.docs)) != r.counts.Documents || int64(len(r.rejected)) != r.counts.Rejected ||
			r.counts.Records < r.counts.Documents {
			t.Errorf("%+v: %d documents, %d rejected", r.counts, len(r.docs), len(r.rejected))
		}
	})
}

// Truth values in runs are read as they were written: parquet-go alone takes a run whose length is
// no multiple of 8 for a longer one.
func TestReadRuns(t *testing.T) {
	for _, name := range []string{"pyarrow-rle-nulls-v1", "pyarrow-rle-nulls-v2", "pyarrow-all-v2-plain", "duckdb-v2"} {
		fields := byID
		fields.Keep = []string{"flag", "maybe"}
		got, err := read(t, file(t, "writers/"+name+".parquet"), fields)
		if err != nil || len(got.docs) != 13 {
			t.Fatalf("%s: %d documents, %v, %v", name, len(got.docs), got.rejected, err)
		}
		for _, d := range got.docs {
			want := fmt.Sprintf(`{"flag":%v`, d.Record%3 == 0)
			if d.Record%4 != 3 {
				want += fmt.Sprintf(`,"maybe":%v`, d.Record%2 == 0)
			}
			if string(d.Fields) != want+"}" {
				t.Errorf("%s, row %d: %s, want %s}", name, d.Record, d.Fields, want)
			}
		}
	}
}

// Every file gives its texts, whoever wrote it and with which options.
func TestReadWriters(t *testing.T) {
	names, _ := filepath.Glob("testdata/writers/*.parquet")
	for _, path := range names {
		name := filepath.Base(path)
		fields := byID
		fields.All = true
		got, err := read(t, file(t, "writers/"+name), fields)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if name == "pyarrow-no-rows.parquet" {
			continue
		}
		want, null := "Text %d of a small file. It has two sentences, 中文。", 1
		switch {
		case strings.HasPrefix(name, "spark-"):
			want = "Text %d of a small file. 中文。"
		case name == "pyarrow-required.parquet":
			null = 0
		}
		if len(got.docs) != 14-null || len(got.rejected) != null {
			t.Errorf("%s: %d documents, %v", name, len(got.docs), got.rejected)
		}
		for _, d := range got.docs {
			if text := fmt.Sprintf(want, d.Record%5); d.Record != 8 && d.Record != 3 && string(d.Text) != text {
				t.Errorf("%s, row %d: %q, want %q", name, d.Record, d.Text, text)
			}
		}
	}
}

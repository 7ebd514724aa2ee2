package arrowio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/columns"
	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/record"
)

// maxBytes is enough for each file of the tests.
const maxBytes = 1 << 20

// read returns the documents and the rejected rows of a file as lines.
func read(t testing.TB, content []byte, fields columns.Fields) (lines []string, err error) {
	t.Helper()
	var f *Reader
	if IsFile(content) {
		f, err = OpenFile("f", bytes.NewReader(content), int64(len(content)), maxBytes, fields)
	} else {
		f, err = Open("f", bytes.NewReader(content), maxBytes, fields)
	}
	return rowsOf(f, err)
}

// rowsOf is read for a file that was opened.
func rowsOf(f *Reader, err error) (lines []string, _ error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = f.Read(context.Background(), record.Input, func(d record.Document) error {
		lines = append(lines, fmt.Sprintf("%d %s %q %s", d.Record, d.ID, d.Text, d.Fields))
		return nil
	}, func(r record.Rejected) { lines = append(lines, r.String()) })
	return lines, err
}

// The rows of Arrow files are those of a Parquet file with the same table, whoever wrote them.
func TestReadAsParquet(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*")
	for _, fields := range []columns.Fields{
		{ID: "id", Text: "text", Keep: []string{"n", "score", "raw", "meta.body.text", "tags", "none"}},
		{Text: "text"},
		{ID: "n", Text: "meta.body.text"},
		{ID: "none", IDOptional: true, Text: "raw"},
	} {
		b := filetest.Read(t, "../parquetio/testdata/pyarrow-zstd.parquet")
		var want []string
		f, err := parquetio.Open("f", bytes.NewReader(b), int64(len(b)), fields)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Read(t.Context(), record.Input, []int{0, 1, 2}, func(d record.Document) error {
			want = append(want, fmt.Sprintf("%d %s %q %s", d.Record, d.ID, d.Text, d.Fields))
			return nil
		}, func(r record.Rejected) { want = append(want, r.String()) })
		if err != nil || len(want) != 8 {
			t.Fatal(want, err)
		}
		compared := 0
		for _, path := range paths {
			name := filepath.Base(path)
			if strings.HasSuffix(name, ".py") || strings.HasSuffix(name, ".md") || strings.HasPrefix(name, "version1") {
				continue
			}
			compared++
			b := filetest.Read(t, path)
			if !IsArrow(b) {
				t.Errorf("%s is not taken for Arrow", name)
			}
			got, err := read(t, b, fields)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %+v (-Parquet +Arrow):\n%s", name, fields, diff)
			}
		}
		if compared < 9 {
			t.Errorf("only %d files", compared)
		}
	}
}

// written is a stream of one batch with a column c of each of some types, and the texts.
func written(t testing.TB, fields []arrow.Field, rows string, file bool) []byte {
	t.Helper()
	schema := arrow.NewSchema(fields, nil)
	b, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema, strings.NewReader(rows))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	var w interface {
		Write(arrow.RecordBatch) error
		Close() error
	} = ipc.NewWriter(&out, ipc.WithSchema(schema))
	if file {
		if w, err = ipc.NewFileWriter(&out, ipc.WithSchema(schema)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Fields of all types that can be kept, as JSON.
func TestFields(t *testing.T) {
	for _, tc := range []struct {
		kind       arrow.DataType
		json, want string
	}{
		{arrow.FixedWidthTypes.Boolean, `true`, `true`},
		{arrow.PrimitiveTypes.Int8, `-3`, `-3`}, {arrow.PrimitiveTypes.Uint64, `18446744073709551615`,
			`18446744073709551615`},
		{arrow.PrimitiveTypes.Float32, `0.5`, `0.5`}, {arrow.PrimitiveTypes.Float64, `-1e300`, `-1e+300`},
		{arrow.FixedWidthTypes.Date32, `"1898-02-15"`, `"1898-02-15"`},
		{arrow.FixedWidthTypes.Timestamp_ms, `"2020-01-02T03:04:05.006Z"`, `"2020-01-02T03:04:05.006Z"`},
		{arrow.BinaryTypes.LargeString, `"中 \"q\""`, `"中 \"q\""`},
		{arrow.BinaryTypes.StringView, `"a view that is longer than twelve"`, `"a view that is longer than twelve"`},
		{&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String},
			`"x"`, `"x"`},
		{arrow.ListOf(arrow.PrimitiveTypes.Int8), `[1]`, ``},
		{&arrow.Decimal128Type{Precision: 5, Scale: 2}, `"1.25"`, ``},
		{arrow.FixedWidthTypes.Time32s, `"03:04:05"`, `"03:04:05"`},
	} {
		content := written(t, []arrow.Field{{Name: "text", Type: arrow.BinaryTypes.String},
			{Name: "c", Type: tc.kind, Nullable: true}},
			fmt.Sprintf(`[{"text":"t","c":%s},{"text":"t","c":null}]`, tc.json), false)
		got, err := read(t, content, columns.Fields{Text: "text", Keep: []string{"c"}})
		want := ""
		if tc.want != "" {
			want = `{"c":` + tc.want + `}`
		}
		lines := []string{`0 f:1 "t" ` + want, `1 f:2 "t" `, `2 f:3 "t" ` + want, `3 f:4 "t" `}
		if diff := cmp.Diff(lines, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got), error %v:\n%s", tc.kind, err, diff)
		}
	}
}

func TestErrors(t *testing.T) {
	text := []arrow.Field{{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String)}}
	rows := `[{"text":"good","tags":[]},{"text":null,"tags":[]},{"text":"` + strings.Repeat("long", 9) + `","tags":[]}]`
	content := written(t, text, rows, true)
	old := filetest.Read(t, "testdata/version1.feather")
	for _, tc := range []struct {
		content []byte
		fields  columns.Fields
		want    string
	}{
		{content, columns.Fields{Text: "body"},
			`no column "body" for the text; the file has text (utf8), tags (a list)`},
		{content, columns.Fields{Text: "tags"}, `column "tags" is a list: it cannot be the text`},
		{content, columns.Fields{ID: "id", Text: "text"},
			`no column "id" for the id; the file has text (utf8), tags (a list)`},
		{old, columns.Fields{Text: "text"}, "not an Arrow file that can be read: it is Feather version 1; write it again with pyarrow.feather.write_feather"},
		{nil, columns.Fields{Text: "text"}, "not an Arrow file that can be read: "},
		{[]byte("text of no table"), columns.Fields{Text: "text"}, "not an Arrow file that can be read: "},
	} {
		if _, err := read(t, tc.content, tc.fields); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%+v: %v, want %s", tc.fields, err, tc.want)
		}
	}
	limit := record.LimitOf(20)
	want := []string{`0 f:1 "good" `, "f, record 2 (f:2): the text is null",
		"f, record 3 (f:3): " + limit.Exceeded().Error()}
	got, err := read(t, content, columns.Fields{Text: "text", Limit: limit})
	if diff := cmp.Diff(want, got[:3]); diff != "" || err != nil || len(got) != 6 {
		t.Errorf("(-want +got), error %v:\n%s", err, diff)
	}
	stop := errors.New("stop")
	f, err := OpenFile("f", bytes.NewReader(content), int64(len(content)), maxBytes, columns.Fields{Text: "text"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(t.Context(), record.Input, func(record.Document) error { return stop }, nil); err != stop {
		t.Errorf("error %v, want that of emit", err)
	}
}

// A file that is cut anywhere is an error; read as a stream, after the rows before.
func TestCut(t *testing.T) {
	content := written(t, []arrow.Field{{Name: "text", Type: arrow.BinaryTypes.String}},
		`[{"text":"one"},{"text":"two"}]`, true)
	all, err := read(t, content, columns.Fields{Text: "text"})
	if err != nil || len(all) != 4 {
		t.Fatal(all, err)
	}
	for n := range len(content) {
		if _, err := read(t, content[:n], columns.Fields{Text: "text"}); err == nil {
			t.Errorf("%d bytes: no error", n)
		}
		got, err := rowsOf(Open("f", bytes.NewReader(content[:n]), maxBytes, columns.Fields{Text: "text"}))
		if err == nil || len(got) > 4 || !cmp.Equal(all[:len(got)], append([]string{}, got...)) {
			t.Errorf("%d bytes: %q, error %v", n, got, err)
		}
	}
	broken := errors.New("broken")
	_, err = Open("f", io.MultiReader(bytes.NewReader(content[:20]), failing{broken}), maxBytes,
		columns.Fields{Text: "text"})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the file", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// Whatever a file says, reading it ends, with few bytes in memory.
func FuzzRead(f *testing.F) {
	for _, file := range []bool{false, true} {
		f.Add(written(f, []arrow.Field{{Name: "text", Type: arrow.BinaryTypes.String},
			{Name: "id", Type: arrow.PrimitiveTypes.Int32}}, `[{"text":"one","id":1},{"text":"two","id":2}]`, file))
	}
	for _, name := range []string{"pyarrow-category.arrow", "pyarrow-zstd.arrow", "polars.arrow"} {
		b := filetest.Read(f, "testdata/"+name)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		read(t, content, columns.Fields{ID: "id", IDOptional: true, Text: "text", Keep: []string{"n", "meta.body.text"},
			Limit: record.LimitOf(math.MaxInt32)})
	})
}

package parquetio

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/record"
)

var passage = []Column{
	{Name: "b", Kind: String},
	{Name: "a", Kind: String},
	{Name: "a_start", Kind: Int},
	{Name: "similarity", Kind: Float},
	{Name: "same", Kind: Bool},
	{Name: "note", Kind: String, Optional: true},
}

var passages = [][]any{
	{"文档/一.txt", "x", 3, 0.5, true, nil},
	{"", "bad \xff byte", int64(1) << 40, -1.25, false, "noted"},
	{[]byte("bytes"), "quote \" and\nline", int32(-7), 0.0, true, ""},
}

func write(t testing.TB, columns []Column, rows [][]any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, columns)
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWrite(t *testing.T) {
	data := write(t, passage, passages)
	if again := write(t, passage, passages); !bytes.Equal(data, again) {
		t.Error("the same rows give other bytes")
	}
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range f.Root().Columns() {
		names = append(names, c.Name()+" "+c.Type().String()+fmt.Sprint(c.Optional()))
	}
	want := []string{"b STRINGfalse", "a STRINGfalse", "a_start INT(64,true)false", "similarity DOUBLEfalse",
		"same BOOLEANfalse", "note STRINGtrue"}
	if d := cmp.Diff(want, names); d != "" {
		t.Errorf("columns (-want +got):\n%s", d)
	}
	meta := f.Metadata()
	if meta.CreatedBy != "diagonal version 1(build 0)" || len(meta.KeyValueMetadata) > 0 {
		t.Errorf("created by %q, metadata %v", meta.CreatedBy, meta.KeyValueMetadata)
	}
	if codec := meta.RowGroups[0].Columns[0].MetaData.Codec.String(); codec != "ZSTD" {
		t.Errorf("codec %s", codec)
	}
	for _, tt := range []struct {
		id   string
		want []string
	}{
		{"b", []string{"文档/一.txt: x", ": bad \uFFFD byte", "bytes: quote \" and\nline"}},
		{"a_start", []string{"3: x", "1099511627776: bad \uFFFD byte", "-7: quote \" and\nline"}},
		{"note", []string{"f:1: x", "noted: bad \uFFFD byte", ": quote \" and\nline"}},
	} {
		r, err := read(t, data, Fields{ID: tt.id, Text: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, r.texts()); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.id, d)
		}
	}
}

// TestManyRows passes the size of a row group, and holds that no row is lost.
func TestManyRows(t *testing.T) {
	columns := []Column{{Name: "id", Kind: Int}, {Name: "text", Kind: String}}
	const n = 2*rowsPerGroup + 5
	rows := make([][]any, n)
	for i := range rows {
		rows[i] = []any{i, fmt.Sprintf("text %d", i)}
	}
	data := write(t, columns, rows)
	f, err := Open("f", bytes.NewReader(data), int64(len(data)), byID)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(f.Groups()); got != 3 {
		t.Errorf("%d row groups", got)
	}
	next := 0
	_, err = f.Read(context.Background(), record.Input, []int{0, 1, 2}, func(d record.Document) error {
		if d.ID != fmt.Sprint(next) || string(d.Text) != fmt.Sprintf("text %d", next) || d.Record != int64(next) {
			return fmt.Errorf("row %d is %s, %q", next, d.ID, d.Text)
		}
		next++
		return nil
	}, func(v record.Rejected) { t.Error(v) })
	if err != nil || next != n {
		t.Errorf("%d rows, %v", next, err)
	}
}

func TestWriteNothing(t *testing.T) {
	r, err := read(t, write(t, passage, nil), Fields{ID: "b", Text: "a"})
	if err != nil || r.counts != (Counts{}) {
		t.Errorf("%+v, %v", r.counts, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	w := NewWriter(&bytes.Buffer{}, passage)
	for i, v := range []any{1, nil, "1", 1, 1.5, 0} {
		row := append([]any(nil), passages[0]...)
		row[i] = v
		if err := w.Write(row); err == nil ||
			!strings.Contains(err.Error(), fmt.Sprintf("column %q cannot hold", passage[i].Name)) {
			t.Errorf("%s: %v", passage[i].Name, err)
		}
	}
	if err := w.Write(passages[0][:5]); err == nil {
		t.Error("a short row was written")
	}
}

// TestPython opens a file in pandas and DuckDB, where they are.
func TestPython(t *testing.T) {
	path := filetest.Write(t, filepath.Join(t.TempDir(), "passages.parquet"), write(t, passage, passages))
	want := "文档/一.txt|x|3|0.5|True|None\n|bad \uFFFD byte|1099511627776|-1.25|False|noted\nbytes|quote \" and\n" +
		"line|-7|0.0|True|\n"
	for module, script := range map[string]string{
		"duckdb": "import duckdb, sys\n" +
			"rows = duckdb.execute('select * from read_parquet(?)', [sys.argv[1]]).fetchall()\n",
		"pandas": "import pandas, sys\nd = pandas.read_parquet(sys.argv[1])\n" +
			"rows = [[None if v != v else v for v in r] for r in d.astype(object).itertuples(index=False)]\n",
	} {
		t.Run(module, func(t *testing.T) {
			need := "import " + module
			if module == "pandas" {
				need += ", pyarrow"
			}
			if err := exec.Command("python3", "-c", need).Run(); err != nil {
				t.Skipf("%s: not checked, python3 has no %s", need, module)
			}
			cmd := exec.Command("python3", "-c", script+"for r in rows: print('|'.join(map(str, r)))", path)
			cmd.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if d := cmp.Diff(want, string(out)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	b.ReportAllocs()
	row := passages[0]
	w := NewWriter(&bytes.Buffer{}, passage)
	for b.Loop() {
		if err := w.Write(row); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	columns := []Column{{Name: "id", Kind: Int}, {Name: "text", Kind: String}}
	rows := make([][]any, 20000)
	for i := range rows {
		rows[i] = []any{i, strings.Repeat(fmt.Sprintf("words of text %d. ", i), 50)}
	}
	data := write(b, columns, rows)
	r, err := read(b, data, byID)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(r.counts.Bytes)
	b.ReportAllocs()
	for b.Loop() {
		c, err := readFile(context.Background(), "f", record.Input, bytes.NewReader(data), int64(len(data)), byID,
			func(record.Document) error { return nil }, func(record.Rejected) {})
		if err != nil || c.Documents != 20000 {
			b.Fatal(c, err)
		}
	}
}

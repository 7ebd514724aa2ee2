package parquetio

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// editor edits rows by their numbers: it drops those that have no text, and gives the others theirs.
type editor map[int64]string

const dropped = "\x00"

func (e editor) Touches(row int64) bool { _, ok := e[row]; return ok }

func (e editor) Edit(d record.Document) (record.Edited, error) {
	text := e[d.Record]
	if text == dropped {
		return record.Edited{Drop: true}, nil
	}
	return record.Edited{Text: []byte(text), HasText: true}, nil
}

func openAll(t testing.TB, data []byte) *File {
	t.Helper()
	f, err := Open("f", bytes.NewReader(data), int64(len(data)),
		Fields{ID: "id", IDOptional: true, Text: "text", All: true})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func rewritten(t testing.TB, data []byte, e record.Editor) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := openAll(t, data).Rewrite(t.Context(), &out, t.TempDir(), record.Input, e); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// cells are the values of a file: for each column, for each row, its values with their levels.
func cells(t testing.TB, data []byte) map[string][]string {
	t.Helper()
	f, groups, err := openFile(&source{r: bytes.NewReader(data), size: int64(len(data))}, record.MaxBytes)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, g := range groups {
		for i, c := range g.ColumnChunks() {
			name := strings.Join(f.Schema().Columns()[i], ".")
			pages := c.Pages()
			for {
				page, err := pages.ReadPage()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				values := make([]parquet.Value, page.NumValues())
				n, _ := page.Values().ReadValues(values)
				if int64(n) != page.NumValues() {
					t.Fatalf("%s: %d of %d values", name, n, page.NumValues())
				}
				for _, v := range values {
					cell := fmt.Sprintf("%d/%d ", v.RepetitionLevel(), v.DefinitionLevel())
					if !v.IsNull() {
						cell += fmt.Sprintf("%x", v.Bytes())
					}
					if rows := all[name]; v.RepetitionLevel() > 0 {
						rows[len(rows)-1] += " " + cell
					} else {
						all[name] = append(rows, cell)
					}
				}
			}
			pages.Close()
		}
	}
	return all
}

// edited are the cells of a file after its edits; rows without a text go.
func edited(before map[string][]string, e editor) map[string][]string {
	after := map[string][]string{}
	for name, rows := range before {
		for i, cell := range rows {
			text := before["text"][i]
			if text == "0/0 " || e[int64(i)] == dropped {
				continue
			}
			if new, ok := e[int64(i)]; ok && name == "text" {
				cell = cell[:4] + fmt.Sprintf("%x", new)
			}
			after[name] = append(after[name], cell)
		}
	}
	return after
}

// sameFooter compares what a footer has besides row groups.
func sameFooter(t testing.TB, before, after []byte) {
	t.Helper()
	var footers [2]fields
	for i, data := range [][]byte{before, after} {
		b, err := readFooter(&source{r: bytes.NewReader(data), size: int64(len(data))})
		if err != nil {
			t.Fatal(err)
		}
		if footers[i], err = fieldsOf(b); err != nil {
			t.Fatal(err)
		}
	}
	want, got := footers[0].without(fileRows, fileGroups).bytes(), footers[1].without(fileRows, fileGroups).bytes()
	if !bytes.Equal(want, got) {
		t.Errorf("the footer has changed:\n%q\n%q", want, got)
	}
}

// checkRewrite writes a file again with these edits, and compares all of it.
func checkRewrite(t testing.TB, data []byte, e editor) []byte {
	t.Helper()
	out := rewritten(t, data, e)
	if diff := cmp.Diff(edited(cells(t, data), e), cells(t, out)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	sameFooter(t, data, out)
	if again := rewritten(t, out, editor{}); !bytes.Equal(cutAtFooter(out), cutAtFooter(again)) {
		t.Error("what is not edited has other bytes")
	}
	for g, group := range openAll(t, out).file.Metadata().RowGroups { // with all that is checked
		if err := openAll(t, out).check(t.Context(), g); err != nil {
			t.Error(err)
		}
		if group.NumRows == 0 && len(cells(t, data)["text"]) > 0 {
			t.Errorf("row group %d is empty", g)
		}
	}
	return out
}

// cutAtFooter returns the pages of a file.
func cutAtFooter(data []byte) []byte {
	n := len(data)
	size := int(data[n-8]) | int(data[n-7])<<8 | int(data[n-6])<<16
	return data[:n-8-size]
}

// files are the files of all writers.
func files(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir("testdata", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".parquet") {
			all[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What another program has written is written again, with and without edits.
func TestRewriteWriters(t *testing.T) {
	all := files(t)
	if len(all) < 85 {
		t.Fatalf("%d files", len(all))
	}
	for name, data := range all {
		t.Run(strings.TrimPrefix(name, "testdata/"), func(t *testing.T) {
			texts := cells(t, data)["text"]
			for _, e := range []editor{
				{},
				{1: dropped, 2: "cut", 4: dropped, 6: "", 7: dropped},
				{0: strings.Repeat("a new text. ", 300), 1: "a new text"},
				{0: dropped, 1: dropped, 2: dropped, 3: dropped, 4: dropped},
			} {
				for row := range e {
					if row >= int64(len(texts)) || texts[row] == "0/0 " {
						delete(e, row)
					}
				}
				checkRewrite(t, data, e)
			}
		})
	}
}

// A file that stays as it is keeps its bytes, up to the footer.
func TestRewriteCopies(t *testing.T) {
	data := file(t, "pyarrow-zstd.parquet")
	var null []int64
	for i, text := range cells(t, data)["text"] {
		if text == "0/0 " {
			null = append(null, int64(i))
		}
	}
	out := rewritten(t, data, editor{})
	if len(null) == 0 || bytes.Equal(out, data) {
		t.Fatalf("rows %v are null", null)
	}
	again := rewritten(t, out, editor{})
	if !bytes.Equal(cutAtFooter(out), cutAtFooter(again)) {
		t.Error("the pages have changed")
	}
}

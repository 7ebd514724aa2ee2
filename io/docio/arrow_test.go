package docio

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store/storetest"
)

// Arrow IPC, files and streams, gives the documents that Parquet gives: from the disk, compressed, from a web server,
// from standard input.
func TestArrow(t *testing.T) {
	contents := map[string]string{}
	for _, name := range []string{"pyarrow-lz4.arrow", "pyarrow.feather", "pyarrow.arrows", "polars.arrow"} {
		contents[name] = testdata(t, "arrowio/testdata/"+name)
	}
	contents["packed.arrow.gz"] = gz(t, contents["pyarrow-lz4.arrow"])
	contents["packed.arrows.gz"] = gz(t, contents["pyarrow.arrows"])
	s := storetest.StartWeb(t, storetest.Manner{})
	dir := folder(t, contents)
	read := func(path string) []string {
		p := params(path)
		p.Keep = []string{"n"}
		lines := readPlan(t, newPlan(t, p))
		for i, line := range lines {
			lines[i] = strings.ReplaceAll(line, filepath.Base(path), "FILE")
		}
		return lines
	}
	table, _ := filepath.Abs("../" + eightRows)
	want := read(table)
	if len(want) != 8 {
		t.Fatalf("%q", want)
	}
	for name, content := range contents {
		s.Put("", name, content)
		for _, path := range []string{filepath.Join(dir, name), "http://" + s.Address + "/" + name} {
			if diff := cmp.Diff(want, read(path)); diff != "" {
				t.Errorf("%s (-Parquet +Arrow):\n%s", path, diff)
			}
		}
		if got := sniffFormat([]byte(content)); got != "arrow" {
			t.Errorf("%s is taken for %s", name, got)
		}
	}
}

// The texts of rows are found again.
func TestFetchArrow(t *testing.T) {
	for _, name := range []string{"pyarrow.arrows", "pyarrow-zstd.arrow"} {
		path, _ := filepath.Abs("../arrowio/testdata/" + name)
		var got []string
		err := fetch(t.Context(), params(), nil, []ref{{path, 7}, {path, 0}, {path, 2}},
			func(i int, d *record.Document) {
				got = append(got, string(rune('0'+i))+string(d.Text))
			})
		slices.Sort(got)
		if diff := cmp.Diff([]string{"0𠀀 end", "1One text.", "2两个句子。第二句。"}, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got), error %v:\n%s", name, err, diff)
		}
	}
}

// A column that is missing is a mistake of the user; a file that is cut is rejected from there on.
func TestArrowErrors(t *testing.T) {
	whole := testdata(t, "arrowio/testdata/pyarrow.arrows")
	dir := folder(t, map[string]string{"cut.arrows": whole[:len(whole)-300], "text.arrow": "no table"})
	p := params(dir + "/cut.arrows")
	p.TextField = "body"
	_, err := NewPlan(t.Context(), p)
	var usage *UsageError
	if !errors.As(err, &usage) ||
		!strings.Contains(err.Error(),
			`cut.arrows: no column "body" for the text; the file has id (utf8), text (utf8)`) {
		t.Errorf("NewPlan: %v", err)
	}
	got := readPlan(t, newPlan(t, params(dir+"/cut.arrows")))
	if !slices.ContainsFunc(got, func(line string) bool {
		return strings.Contains(line, "the file is broken from here on: ")
	}) || len(got) < 4 {
		t.Errorf("a cut file: %q", got)
	}
	if got := readPlan(t, newPlan(t, params(dir+"/text.arrow"))); len(got) != 1 ||
		!strings.Contains(got[0], "not an Arrow file that can be read") {
		t.Errorf("no table: %q", got)
	}
}

package docio

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/record"
)

const eightRows = "parquetio/testdata/pyarrow-zstd.parquet"

func TestParquet(t *testing.T) {
	dir := folder(t, map[string]string{"d/a.parquet": testdata(t, eightRows)})
	for _, tc := range []struct {
		id, text string
		want     []string
	}{
		{"id", "text", []string{`0 0 doc-0 a.parquet#0@0 "One text."`, `0 0 doc-2 a.parquet#2@2 "两个句子。第二句。"`,
			`0 0 doc-7 a.parquet#7@7 "𠀀 end"`, "rejected a.parquet, row 4 (doc-3): the text is null"}},
		{"", "text", []string{`0 0 d/a.parquet:1 a.parquet#0@0 "One text."`, `0 0 d/a.parquet:8 a.parquet#7@7 "𠀀 end"`,
			"rejected a.parquet, row 4 (d/a.parquet:4): the text is null"}},
		{"n", "meta.body.text", []string{`0 0 100 a.parquet#0@0 "One text."`}},
	} {
		p := params(dir)
		p.IDField, p.TextField = tc.id, tc.text
		got := readPlan(t, newPlan(t, p))
		if len(got) != 8 {
			t.Errorf("%s, %s: %d records: %q", tc.id, tc.text, len(got), got)
		}
		for _, line := range tc.want {
			if !slices.Contains(got, line) {
				t.Errorf("%s, %s: no %s in %q", tc.id, tc.text, line, got)
			}
		}
	}
	p := params(dir)
	p.Format = "parquet"
	if got := readPlan(t, newPlan(t, p)); len(got) != 8 {
		t.Errorf("--format=parquet: %q", got)
	}
}

// The documents are the same however a file is cut.
func TestParquetRanges(t *testing.T) {
	path := filepath.Join("..", eightRows) // row groups of 3, 3 and 2
	p := params(path)
	whole := newPlan(t, p).ranges[0]
	if whole.TextBytes == 0 || whole.End != -1 {
		t.Fatalf("%+v", whole)
	}
	whole.Path, _ = filepath.Abs(path)
	want := readAll(t, p, []Range{whole})
	cut := map[int]bool{}
	for target := int64(1); target < 2*whole.TextBytes; target += 7 {
		parts, err := splitParquet(t.Context(), p, whole, target)
		if err != nil {
			t.Fatal(err)
		}
		cut[len(parts)] = true
		if diff := cmp.Diff(want, readAll(t, p, parts)); diff != "" {
			t.Fatalf("%d parts (-want +got):\n%s", len(parts), diff)
		}
		var stored, text int64
		for _, r := range parts {
			stored, text = stored+r.Bytes, text+r.TextBytes
		}
		if stored != whole.Bytes || text != whole.TextBytes || parts[len(parts)-1].End != -1 {
			t.Fatalf("parts %+v of %+v", parts, whole)
		}
	}
	if !cut[1] || !cut[2] || !cut[3] {
		t.Errorf("cut into %v parts", cut)
	}
}

func TestCutGroups(t *testing.T) {
	for _, tc := range []struct {
		sizes  []int64
		target int64
		want   string
	}{
		{nil, 10, "[0,-1) 1000"},
		{[]int64{40, 40, 20}, 100, "[0,-1) 1000"},
		{[]int64{40, 40, 20}, 1, "[0,1) 400, [1,2) 400, [2,-1) 200"},
		{[]int64{40, 40, 20}, 50, "[0,2) 800, [2,-1) 200"},
		{[]int64{1, 1, 98}, 50, "[0,-1) 1000"}, // no cut but before the last group would help
		{[]int64{25, 25, 25, 25}, 50, "[0,2) 500, [2,-1) 500"},
		{[]int64{0, 0, 0}, 1, "[0,-1) 1000"},
		{[]int64{-5, 1 << 62, 1 << 62, 1 << 62}, 1 << 40, "[0,2) 333, [2,3) 333, [3,-1) 334"}, // a footer that lies
	} {
		var groups []parquetio.Group
		for _, n := range tc.sizes {
			groups = append(groups, parquetio.Group{Bytes: n, Rows: 1})
		}
		var got []string
		for _, r := range cutGroups(Range{End: -1, Bytes: 1000}, groups, tc.target) {
			got = append(got, fmt.Sprintf("[%d,%d) %d", r.Start, r.End, r.Bytes))
		}
		if diff := cmp.Diff(tc.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%v by %d (-want +got):\n%s", tc.sizes, tc.target, diff)
		}
	}
}

// A column that is not there is a mistake of the user, told before anything is run.
func TestParquetColumns(t *testing.T) {
	t.Chdir(folder(t, map[string]string{"a.txt": "a", "b.parquet": testdata(t, eightRows)}))
	const columns = "the file has id (string), text (string), n (int32), "
	for _, tc := range []struct{ id, text, want string }{
		{"id", "body", `b.parquet: no column "body" for the text; ` + columns},
		{"key", "text", `b.parquet: no column "key" for the id; ` + columns},
		{"id", "n", `b.parquet: column "n" is int32: it cannot be the text`},
	} {
		p := params(".")
		p.IDField, p.TextField = tc.id, tc.text
		_, err := NewPlan(context.Background(), p)
		var usage *UsageError
		if !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("error %v, want the usage error %s", err, tc.want)
		}
	}
}

// A file that is none, or broken inside, is rejected as far as it is broken.
func TestBrokenParquet(t *testing.T) {
	data := testdata(t, eightRows)
	for _, tc := range []struct {
		name, content string
		documents     int
		reason        string
	}{
		{"a.parquet", data[:len(data)-3], 0, ": not a Parquet file that can be read: "},
		{"a.parquet", data[:len(data)-40] + strings.Repeat("\xff", 32) + data[len(data)-8:], 0,
			": not a Parquet file that can be read: "},
		{"a.parquet", "", 0, ": not a Parquet file that can be read: "},
		{"a.parquet.gz", gz(t, data), 0, ": not a Parquet file that can be read: "}, // it has codecs of its own
		{"a.parquet", data[:4] + strings.Repeat("\xff", 200) + data[204:], 5,
			"row group 0 is broken from here on, 3 rows are lost: "},
	} {
		dir := folder(t, map[string]string{tc.name: tc.content, "b.parquet": data, "c.txt": "text"})
		got := readPlan(t, newPlan(t, params(dir)))
		documents, rest := 0, 0
		var rejected []string
		for _, line := range got {
			switch {
			case strings.HasPrefix(line, "rejected"):
				rejected = append(rejected, line)
			case strings.Contains(line, tc.name+"#"):
				documents++
			default:
				rest++
			}
		}
		if documents > tc.documents || documents < tc.documents-1 || rest != 8 ||
			!strings.Contains(strings.Join(rejected, "\n"), tc.reason) {
			t.Errorf("%s: %d documents, %d of other files, rejected %q, want %q", tc.name, documents, rest,
				rejected, tc.reason)
		}
	}
}

func TestFetchParquet(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.parquet": testdata(t, eightRows), "b.parquet": testdata(t, "parquetio/testdata/duckdb.parquet"),
		"c.txt": "text",
	})
	p := params(dir)
	p.IDField = "" // the column of the ids is not read again
	checkFetch(t, p, 15)
	file := filepath.Join(dir, "a.parquet")
	var got []string
	err := fetch(t.Context(), p, nil, []ref{{file, 3}, {file, 4}, {file, 99}}, func(i int, d *record.Document) {
		got = append(got, fmt.Sprint(i, " ", string(d.Text)))
	})
	if err == nil || !strings.Contains(err.Error(), "at 3: there is no document any more") {
		t.Errorf("error %v", err)
	}
	if want := []string{"1 line\nline \"quoted\""}; !slices.Equal(got, want) {
		t.Errorf("fetched %q, want %q", got, want)
	}
	if err := fetch(t.Context(), p, nil, []ref{{file, 99}}, nil); err == nil ||
		!strings.Contains(err.Error(), "at 99: the file has 8 rows") {
		t.Errorf("error %v", err)
	}
}

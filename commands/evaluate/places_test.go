package evaluate

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/line"
	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/store/storetest"
)

// tableOf is a Parquet file of rows.
func tableOf(t *testing.T, columns []parquetio.Column, rows ...[]any) string {
	t.Helper()
	var b bytes.Buffer
	w := parquetio.NewWriter(&b, columns)
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var tableColumns = []parquetio.Column{
	{Name: "a"}, {Name: "a_start", Kind: parquetio.Int}, {Name: "a_end", Kind: parquetio.Int},
	{Name: "b"}, {Name: "b_start", Kind: parquetio.Int}, {Name: "b_end", Kind: parquetio.Int}, {Name: "kind"},
}

// A result scores the same as lines and as a table, in a folder and alone, on the disk
// and in a bucket; so does gold.
func TestPlacesAndFormats(t *testing.T) {
	const line = `{"a":"x","a_start":3,"a_end":30,"b":"y","b_start":5,"b_end":40,"kind":"light"}` + "\n"
	table := tableOf(t, tableColumns, []any{"x", 3, 30, "y", 5, 40, "light"})
	other := tableOf(t, tableColumns, []any{"x", 3, 10, "y", 5, 40, ""}, []any{"x", 100, 110, "z", 5, 40, ""})
	files := map[string]string{
		"lines/passages-00000-of-00001.jsonl": line, "lines/_SUCCESS": "",
		"table/passages-00000-of-00001.parquet": table, "table/_SUCCESS": "",
		"alone.parquet": table, "other/passages-00000-of-00001.parquet": other, "none/_SUCCESS": "",
	}
	s := storetest.Start(t, "b")
	for name, content := range files {
		s.Put("b", "deep/"+name, content)
	}
	for _, gold := range []string{"lines", "table", "alone.parquet", "gs://b/deep/lines", "gs://b/deep/alone.parquet",
		"gs://b/deep/table/"} {
		for result, plagdet := range map[string]float64{
			"lines": 1, "table": 1, "alone.parquet": 1, "gs://b/deep/table": 1, "gs://b/deep/lines": 1,
			"gs://b/deep/alone.parquet": 1, "none": 0, "gs://b/deep/none": 0,
		} {
			got, err := evaluate(t, files, Params{Result: result, Gold: gold})
			if err != nil {
				t.Fatalf("%s against %s: %v", result, gold, err)
			}
			if got.Overall.Plagdet != plagdet || len(got.Kinds) != 1 {
				t.Errorf("%s against %s: plagdet %v, %d kinds", result, gold, got.Overall.Plagdet, len(got.Kinds))
			}
		}
	}
	a, err := evaluate(t, files, Params{Result: "other", Gold: "lines"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := evaluate(t, files, Params{Result: "gs://b/deep/other", Gold: "gs://b/deep/lines"})
	if diff := cmp.Diff(a, b); diff != "" || err != nil || a.Records != 2 || a.Overall.Plagdet == 1 {
		t.Errorf("a bucket says else than the disk: %v\n%s", err, diff)
	}
}

// A planted collection may be in a bucket, too.
func TestPlantedInABucket(t *testing.T) {
	s := storetest.Start(t, "b")
	for name, content := range planted {
		s.Put("b", name, content)
	}
	want, err := evaluate(t, planted, Params{Result: "gold/gold.jsonl", Gold: "gold"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := evaluate(t, planted, Params{Result: "gold/gold.jsonl", Gold: "gs://b/gold"})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-disk +bucket):\n%s", err, diff)
	}
}

func TestTableErrors(t *testing.T) {
	s := storetest.Start(t, "b")
	s.Put("b", "empty/readme", "")
	good := tableOf(t, tableColumns, []any{"x", 3, 30, "y", 5, 40, ""})
	text := []parquetio.Column{{Name: "a"}, {Name: "a_start"}, {Name: "b"}}
	number := []parquetio.Column{{Name: "a", Kind: parquetio.Int}, {Name: "b"}}
	for _, tc := range []struct {
		result, content string
		code            int
		want            string
	}{
		{"r.parquet", good[:len(good)/2], 1, "r.parquet: not a Parquet file that can be read"},
		{"r.parquet", `{"a":"x"}`, 1, "r.parquet: not a Parquet file that can be read"},
		{"r.parquet", tableOf(t, tableColumns[1:], []any{3, 30, "y", 5, 40, ""}), 1,
			"r.parquet, row 1: a passage needs the documents a and b"},
		{"r.parquet", tableOf(t, text, []any{"x", "3", "y"}), 1,
			"r.parquet, row 1: column a_start is not a whole number"},
		{"r.parquet", tableOf(t, number, []any{3, "y"}), 1, "r.parquet, row 1: column a is not a string"},
		{"gs://b/none", "", 2, "gs://b/none: no such file or folder"},
		{"gs://none/r", "", 2, "gs://none/r: there is no bucket none"},
		{"gs://b/empty", "", 2, "gs://b/empty: no passages-*.jsonl, .parquet, .arrow or .csv"},
	} {
		files := map[string]string{"gold.parquet": good}
		if !strings.Contains(tc.result, "://") {
			files[tc.result] = tc.content
		}
		_, err := evaluate(t, files, Params{Result: tc.result, Gold: "gold.parquet"})
		if err == nil || line.ExitCode(err) != tc.code || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: exit code %d, %v; want %d, %q", tc.result, line.ExitCode(err), err, tc.code, tc.want)
		}
	}
}

package passageio

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/filetest"
	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/shardio"
)

func read(t *testing.T, name string) string {
	t.Helper()
	return string(filetest.Read(t, name))
}

// linesOf are the lines of passages.
func linesOf(passages []record.Passage) shardio.Lines {
	return func(write func(line []byte) error) error {
		for _, p := range passages {
			line, err := record.JSON(p)
			if err != nil {
				return err
			}
			if err := write(line); err != nil {
				return err
			}
		}
		return nil
	}
}

// tableOf writes passages as lines and as a table, and returns the files.
func tableOf(t *testing.T, columns string, passages []record.Passage) (lines, table string) {
	t.Helper()
	dir := t.TempDir()
	for range 2 { // a try that is made again
		if err := shardio.WriteStream(t.Context(), dir, "passages", linesOf(passages)); err != nil {
			t.Fatal(err)
		}
		if err := shardio.WriteFiles(t.Context(), dir, "passages", parquetFiles(columns),
			linesOf(passages)); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "passages-00000-of-00001.jsonl"), filepath.Join(dir, "passages-00000-of-00001.parquet")
}

var somePassages = []record.Passage{
	{A: "a", AEnd: 1 << 40, B: "文", BStart: 3, BEnd: 9, Kind: record.Verbatim, Matched: 3, Similarity: 1},
	{A: "a", AStart: 7, AEnd: 8, AByteStart: 9, AByteEnd: 10, ASentence: 11, ASentences: 12, B: "b \"<&",
		BStart: 13, BEnd: 14,
		BByteStart: 15, BByteEnd: 16, BSentence: 17, BSentences: 18, Kind: record.Reworded, Matched: 19,
		Similarity: 0.6364},
}

// A table says what the lines say, and is the same bytes each time.
func TestTable(t *testing.T) {
	directed := slices.Clone(somePassages)
	directed[1].Source = true
	refined := slices.Clone(somePassages)
	refined[0].Prose = record.ProseOf(0, 1)
	refined[1].Evidence, refined[1].Prose = 36.5, record.ProseOf(1, 3) // the first one has no evidence
	for columns, passages := range map[string][]record.Passage{"{}": somePassages, `{"Source":false}`: nil,
		`{"Source":true}`: directed, `{"Refined":true}`: refined} {
		_, table := tableOf(t, columns, passages)
		_, again := tableOf(t, columns, passages)
		a, b := []byte(read(t, table)), []byte(read(t, again))
		if !bytes.Equal(a, b) {
			t.Error("two tables of the same passages differ")
		}
		f, err := parquet.OpenFile(bytes.NewReader(a), int64(len(a)))
		if err != nil {
			t.Fatal(err)
		}
		var got []record.Passage
		r := parquet.NewReader(f)
		for range f.NumRows() {
			row := map[string]any{}
			if err := r.Read(&row); err != nil {
				t.Fatal(err)
			}
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			var p record.Passage
			if err := json.Unmarshal(line, &p); err != nil {
				t.Fatal(err)
			}
			got = append(got, p)
		}
		if diff := cmp.Diff(passages, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// Kept fields are columns of text.
func TestFieldsTable(t *testing.T) {
	passages := []record.Passage{{A: "a", B: "b", AFields: `{"series":"x\"","n":1.50,"l":[1,"<"],"none":null}`,
		BFields: `{"n":true}`}, {A: "c", B: "d"}}
	_, table := tableOf(t, `{"Fields":["series","n","l","none"]}`, passages)
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	var got [][]any
	names := []string{"a", "a_fields_series", "a_fields_n", "a_fields_l", "a_fields_none", "b_fields_series",
		"b_fields_n"}
	if err := parquetio.EachRow(t.Context(), table, f, info.Size(), func(columns []string, values []any) error {
		var row []any
		for _, name := range names {
			row = append(row, values[slices.Index(columns, name)])
		}
		got = append(got, row)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]any{{"a", `x"`, "1.50", `[1,"<"]`, "", "", "true"}, {"c", "", "", "", "", "", ""}},
		got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What pandas, and duckdb where it is there, read from the table is what is in the lines.
func TestTableInPython(t *testing.T) {
	const program = `
import json, sys
try:
    import pandas, pyarrow
except ImportError as e:
    print("missing:", e); sys.exit(77)
want = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
def check(table):
    assert list(table.columns) == list(want[0]), list(table.columns)
    assert table.to_dict("records") == want, table.to_dict("records")
check(pandas.read_parquet(sys.argv[2]))
try:
    import duckdb
except ImportError:
    sys.exit()
check(duckdb.read_parquet(sys.argv[2]).df())
`
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	lines, table := tableOf(t, "{}", somePassages)
	out, err := exec.Command(python, "-c", program, lines, table).CombinedOutput()
	if bytes.HasPrefix(out, []byte("missing:")) {
		t.Skipf("python3 -m pip install pandas pyarrow: %s", out)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(table); err != nil {
		t.Error(err)
	}
}

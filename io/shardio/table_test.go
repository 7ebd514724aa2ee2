package shardio

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// The columns are the fields of a passage, in their order.
func TestPassageColumns(t *testing.T) {
	var want, got []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Passage]()) {
		want = append(want, f.Tag.Get("json"))
	}
	for _, c := range passageColumns {
		got = append(got, c.Name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns (-fields +columns):\n%s", diff)
	}
}

// runOf writes passages as the run of one shard, and returns its file.
func runOf(t *testing.T, dir string, passages []record.Passage) string {
	t.Helper()
	var packed [][]byte
	for _, p := range passages {
		line, err := record.JSON(p)
		if err != nil {
			t.Fatal(err)
		}
		packed = append(packed, appendPacked(nil, 0, p.SortKey(), line))
	}
	run := filepath.Join(dir, "run")
	if err := writeRun(t.Context(), run, packed); err != nil {
		t.Fatal(err)
	}
	return run
}

// tableOf writes passages as lines and as a table, and returns the files.
func tableOf(t *testing.T, passages []record.Passage) (lines, table string) {
	t.Helper()
	dir := t.TempDir()
	run := runOf(t, dir, passages)
	for range 2 { // a try that is made again
		if err := mergeFiles(t.Context(), dir, "passages", nil, []string{run}, fileBytes); err != nil {
			t.Fatal(err)
		}
		if err := mergeFiles(t.Context(), dir, "passages", passageColumns, []string{run}, fileBytes); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "passages-00000-of-00001.jsonl"), filepath.Join(dir, "passages-00000-of-00001.parquet")
}

var somePassages = []record.Passage{
	{A: "a", AEnd: 1 << 40, B: "文", BStart: 3, BEnd: 9, Kind: record.Verbatim, Matched: 3, Similarity: 1},
	{A: "a", AStart: 7, AEnd: 8, AByteStart: 9, AByteEnd: 10, ASentence: 11, ASentences: 12, B: "b \"<&", BStart: 13, BEnd: 14,
		BByteStart: 15, BByteEnd: 16, BSentence: 17, BSentences: 18, Kind: record.Reworded, Matched: 19, Similarity: 0.6364},
}

// A table says what the lines say, and is the same bytes each time.
func TestTable(t *testing.T) {
	for _, passages := range [][]record.Passage{nil, somePassages} {
		_, table := tableOf(t, passages)
		_, again := tableOf(t, passages)
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
	lines, table := tableOf(t, somePassages)
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

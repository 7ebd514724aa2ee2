package parquetio

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// Columns of any kind are kept as JSON; null, and a column that is not there, are left out.
func TestKeep(t *testing.T) {
	type meta struct {
		Series string
		Year   int32
	}
	type row struct {
		ID    string    `parquet:"id"`
		Text  string    `parquet:"text"`
		Meta  meta      `parquet:"meta"`
		Day   int32     `parquet:"day,date"`
		At    time.Time `parquet:"at,timestamp(microsecond)"`
		Score float64   `parquet:"score"`
		Good  bool      `parquet:"good"`
		Note  *string   `parquet:"note,optional"`
		Tags  []string  `parquet:"tags"`
	}
	note := "n\xff\""
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	at := time.Date(1898, 2, 15, 21, 40, 0, 5000, time.UTC)
	if _, err := w.Write([]row{
		{"a", "t", meta{"<nyt>", 1898}, -26252, at, 0.5, true, &note, []string{"x"}},
		{"b", "t", meta{}, 0, time.Unix(0, 0), 0, false, nil, nil},
	}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var got []record.Fields
	_, err := readFile(t.Context(), "f", record.Input, bytes.NewReader(b.Bytes()), int64(b.Len()), Fields{
		ID: "id", Text: "text", Keep: []string{"note", "meta.Series", "none", "meta.Year", "day", "at", "score",
			"good", "tags"},
	}, func(d record.Document) error {
		got = append(got, d.Fields)
		return d.Validate()
	}, func(r record.Rejected) { t.Error(r) })
	want := []record.Fields{
		`{"note":"n�\"","meta.Series":"<nyt>","meta.Year":1898,"day":"1898-02-15","at":"1898-02-15T21:40:00.000005Z","score":0.5,"good":true}`,
		`{"meta.Series":"","meta.Year":0,"day":"1970-01-01","at":"1970-01-01T00:00:00Z","score":0,"good":false}`,
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

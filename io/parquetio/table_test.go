package parquetio

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rowsOf reads columns of all rows of a table.
func rowsOf(ctx context.Context, data []byte, columns ...string) (rows [][]any, err error) {
	err = EachRow(ctx, "t.parquet", bytes.NewReader(data), int64(len(data)), func(names []string, values []any) error {
		row := make([]any, len(columns))
		for i, c := range columns {
			if at := slices.Index(names, c); at >= 0 {
				row[i] = values[at]
			}
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

func TestEachRow(t *testing.T) {
	data := write(t, passage, passages)
	got, err := rowsOf(t.Context(), data, "a", "a_start", "similarity", "same", "note", "absent")
	want := [][]any{
		{"x", int64(3), 0.5, true, nil, nil},
		{"bad \uFFFD byte", int64(1) << 40, -1.25, false, "noted", nil},
		{"quote \" and\nline", int64(-7), 0.0, true, "", nil},
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	many := make([][]any, 3*rowsPerGroup/2) // two groups
	for i := range many {
		many[i] = []any{i}
	}
	rows, err := rowsOf(t.Context(), write(t, []Column{{Name: "n", Kind: Int}}, many), "n")
	if err != nil || len(rows) != len(many) {
		t.Fatalf("%d rows of %d, %v", len(rows), len(many), err)
	}
	for i, row := range rows {
		if row[0] != int64(i) {
			t.Fatalf("row %d is %v", i, row)
		}
	}
	if rows, err := rowsOf(t.Context(), write(t, passage, nil), "a"); err != nil || rows != nil {
		t.Errorf("an empty table: %v, %v", rows, err)
	}
}

func TestEachRowErrors(t *testing.T) {
	data := write(t, passage, passages)
	full := errors.New("enough")
	n := 0
	err := EachRow(t.Context(), "t.parquet", bytes.NewReader(data), int64(len(data)), func([]string, []any) error {
		n++
		return full
	})
	if err != full || n != 1 {
		t.Errorf("a function that stops: %d rows, %v", n, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rowsOf(ended, data, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	for end := 0; end < len(data); end += 7 {
		if _, err := rowsOf(t.Context(), data[:end], "a"); err == nil ||
			!strings.HasPrefix(err.Error(), "t.parquet: ") {
			t.Fatalf("the first %d bytes: %v", end, err)
		}
	}
}

// A byte that is another one is an error, or another value, and never a panic.
func FuzzEachRow(f *testing.F) {
	data := write(f, passage, passages)
	f.Add(0, byte(1))
	f.Add(len(data)/2, byte(255))
	f.Fuzz(func(t *testing.T, at int, to byte) {
		broken := bytes.Clone(data)
		broken[(at%len(data)+len(data))%len(data)] = to
		if rows, err := rowsOf(t.Context(), broken, "a", "a_start"); err == nil && len(rows) > 1<<20 {
			t.Errorf("of three rows %d", len(rows))
		}
	})
}

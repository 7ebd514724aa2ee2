package parquetio

import (
	"context"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// rowsAtOnce is how many rows EachRow reads at a time.
const rowsAtOnce = 1024

// EachRow calls f with the rows of the Parquet file r of size bytes, in order: the names of the
// columns that are no lists, and their values, as string, int64, float64 or bool. A value is nil
// where it is null, or of another type. f must not keep them. The error begins with name, or is
// that of f.
func EachRow(
	ctx context.Context, name string, r io.ReaderAt, size int64, f func(columns []string, row []any) error,
) error {
	src := &source{r: r, size: size}
	var stop error
	err := guard(func() error {
		file, groups, err := openFile(src, record.MaxBytes)
		if err != nil {
			return fmt.Errorf("not a Parquet file that can be read: %w", err)
		}
		t := table{at: map[int]int{}, f: f}
		for _, c := range leaves(file.Root(), nil) {
			if c.MaxRepetitionLevel() == 0 {
				t.at[c.Index()] = len(t.columns)
				t.columns = append(t.columns, nameOf(c))
			}
		}
		t.row = make([]any, len(t.columns))
		for _, g := range groups {
			if stop, err = t.group(ctx, g); stop != nil || err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case stop != nil:
		return stop
	case src.err() != nil:
		return fmt.Errorf("%s: %w", name, src.err())
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// table reads rows.
type table struct {
	columns []string
	at      map[int]int // index in columns of a column of the file
	row     []any
	f       func(columns []string, row []any) error
}

// group reads a row group. stop is the error of f or of ctx, broken that of the file.
func (t *table) group(ctx context.Context, g parquet.RowGroup) (stop, broken error) {
	in := g.Rows()
	defer in.Close()
	buf := make([]parquet.Row, rowsAtOnce)
	for {
		n, err := in.ReadRows(buf)
		for _, row := range buf[:n] {
			clear(t.row)
			for _, v := range row {
				if i, ok := t.at[v.Column()]; ok {
					t.row[i] = goValue(v)
				}
			}
			if err := t.f(t.columns, t.row); err != nil {
				return err, nil
			}
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err(), nil
		case err == io.EOF:
			return nil, nil
		case err != nil:
			return nil, err
		case n == 0:
			return nil, io.ErrNoProgress
		}
	}
}

// goValue returns a value as a Go value, nil for null and for other types.
func goValue(v parquet.Value) any {
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.Boolean:
		return v.Boolean()
	case v.Kind() == parquet.Int32, v.Kind() == parquet.Int64:
		return v.Int64()
	case v.Kind() == parquet.Float:
		return float64(v.Float())
	case v.Kind() == parquet.Double:
		return v.Double()
	case v.Kind() == parquet.ByteArray, v.Kind() == parquet.FixedLenByteArray:
		return string(v.ByteArray())
	}
	return nil
}

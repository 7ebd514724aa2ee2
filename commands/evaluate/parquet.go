package evaluate

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// rowColumns are the columns of a row, texts before numbers, source last (rowOf).
var rowColumns = []string{"a", "b", "kind", "a_start", "a_end", "b_start", "b_end", "source"}

// isTable reports whether a file of this name is Parquet.
func isTable(name string) bool { return filepath.Ext(name) == result.TableExtension }

// eachTableRow calls f with each row of a Parquet file, in order, and with its number from 1. An
// error of f gets the file and the row in front; result.ErrStop of f ends reading. A file that
// cannot be opened is a usage error.
func eachTableRow(ctx context.Context, path string, f func(n int, r row) error) error {
	files, err := store.For(path)
	if err != nil {
		return usage(&result.OpenError{Err: err}) // the error names the path
	}
	in, err := files.OpenAt(ctx, path)
	if err != nil {
		return usage(&result.OpenError{Path: path, Err: err})
	}
	defer in.Close()
	n := 0
	err = parquetio.EachRow(ctx, path, in, in.Size(), rowColumns, func(values []any) error {
		n++
		r, err := rowOf(values)
		if err == nil {
			err = f(n, r)
		}
		if err != nil {
			return fmt.Errorf("%s, row %d: %w", path, n, err)
		}
		return nil
	})
	if errors.Is(err, result.ErrStop) {
		return nil
	}
	return usage(err)
}

// rowOf returns the row with these values of rowColumns.
func rowOf(values []any) (r row, err error) {
	var kind *string
	texts := []**string{&r.A, &r.B, &kind}
	for i, to := range texts {
		switch v := values[i].(type) {
		case nil:
		case string:
			*to = &v
		default:
			return r, fmt.Errorf("column %s is not a string", rowColumns[i])
		}
	}
	if kind != nil {
		r.Kind = *kind
	}
	for i, to := range []**int{&r.AStart, &r.AEnd, &r.BStart, &r.BEnd} {
		switch v := values[len(texts)+i].(type) {
		case nil:
		case int64:
			number := int(v)
			*to = &number
		default:
			return r, fmt.Errorf("column %s is not a whole number", rowColumns[len(texts)+i])
		}
	}
	switch v := values[len(values)-1].(type) {
	case nil:
	case bool:
		r.Source = v
	default:
		return r, errors.New("column source is not a boolean")
	}
	return r, nil
}

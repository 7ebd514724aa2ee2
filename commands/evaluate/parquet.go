package evaluate

import (
	"context"
	"fmt"
	"path/filepath"

	"example.org/diagonal/io/result"
)

// rowColumns are the columns of a row, texts before numbers (rowOf).
var rowColumns = []string{"a", "b", "kind", "a_start", "a_end", "b_start", "b_end"}

// isTable reports whether a file of this name is Parquet.
func isTable(name string) bool { return filepath.Ext(name) == result.TableExtension }

// eachTableRow calls f with each row of a Parquet file, and its number from 1.
func eachTableRow(ctx context.Context, path string, f func(n int, r row) error) error {
	return usage(result.EachRow(ctx, path, rowColumns, func(n int, values []any) error {
		r, err := rowOf(values)
		if err != nil {
			return err
		}
		return f(n, r)
	}))
}

// rowOf makes a row of the values of its columns.
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
	return r, nil
}

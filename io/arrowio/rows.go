package arrowio

import (
	"context"
	"fmt"
	"io"
)

// EachRow calls f with the rows of the file r (IsFile) of size bytes, in order, as parquetio.EachRow does: the names of
// the columns that are no structs, and their values, as string, int64, float64 or bool. A value is nil where it is
// null, or of another type. max is the largest number of bytes that a batch, or a column of it, may have. f must not
// keep what it gets. The error begins with name, or is that of f.
func EachRow(
	ctx context.Context, name string, r io.ReaderAt, size, max int64, f func(columns []string, row []any) error,
) error {
	b, in, err := openFile(r, size, max)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer b.Close()
	all := leaves(b.Schema().Fields(), nil, "")
	names, row := make([]string, len(all)), make([]any, len(all))
	for i, c := range all {
		names[i] = c.name
	}
	for {
		batch, err := b.next()
		switch {
		case in.failed != nil:
			return fmt.Errorf("%s: %w", name, in.failed)
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		for i := range int(batch.NumRows()) {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := guard(func() error {
				for k, c := range all {
					row[k] = nil
					if values, at, ok := c.value(batch, i); ok {
						row[k] = goValue(values, at)
					}
				}
				return nil
			})
			if err != nil {
				return fmt.Errorf("%s: a batch is broken: %w", name, err)
			}
			if err := f(names, row); err != nil {
				return err
			}
		}
	}
}

package docio

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"

	"example.org/diagonal/io/arrowio"
	"example.org/diagonal/io/columns"
	"example.org/diagonal/io/record"
)

// openArrow opens a file of Arrow IPC for reading columns. The error does not name the file.
func (in *Input) openArrow(ctx context.Context, fields columns.Fields) (*arrowio.Reader, io.Closer, error) {
	limit := int64(math.MaxInt64)
	if in.Bytes > 0 { // or the file was read before
		limit = max(in.params.MaxRecord, maxExpansion*in.Bytes)
	}
	at, err := in.openAt(ctx)
	if err != nil {
		return nil, nil, err
	}
	head := make([]byte, arrowio.HeadBytes)
	n, err := at.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		at.Close()
		return nil, nil, in.note(err)
	}
	if arrowio.IsFile(head[:n]) {
		f, err := arrowio.OpenFile(in.id(), at, at.Size(), limit, fields)
		if err != nil {
			at.Close()
			return nil, nil, err
		}
		return f, at, nil
	}
	at.Close()
	stored, err := in.open(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	f, err := arrowio.Open(in.id(), stored, limit, fields)
	if err != nil {
		stored.Close()
		return nil, nil, err
	}
	return f, stored, nil
}

// checkArrow is the split of a file that is read in one go: it looks for the columns.
func checkArrow(ctx context.Context, p Params, whole Range, _ int64) ([]Range, error) {
	in := &Input{Range: whole, params: p, path: p.place("", whole.Path)}
	f, stored, err := in.openArrow(ctx, in.fields())
	var column *columns.Error
	switch {
	case errors.As(err, &column):
		return nil, usagef("%s: %w", whole.Path, column)
	case err != nil:
		return []Range{whole}, ctx.Err() // its reader meets the error, and rejects the file
	}
	f.Close()
	stored.Close()
	return []Range{whole}, nil
}

// readArrow reads all rows. As in Parquet, the offset of a document is the number of its row.
func readArrow(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	f, stored, err := in.openArrow(ctx, in.fields())
	if err != nil {
		reject(record.Rejected{File: in.Path, Reason: err.Error()})
		return ctx.Err()
	}
	defer stored.Close()
	defer f.Close()
	to := in.rows(emit, reject)
	rows, err := f.Read(ctx, in.Side, to.emit, to.reject)
	if err := cmp.Or(to.stop, ctx.Err()); err != nil {
		return err
	}
	if err != nil { // of the file
		reject(record.Rejected{File: in.Path, Record: rows, Reason: "the file is broken from here on: " + err.Error()})
	}
	return nil
}

// fetchArrow reads the rows up to the last one that is wanted.
func fetchArrow(ctx context.Context, in *Input, rows []int64, emit func(k int, d *record.Document)) error {
	f, stored, err := in.openArrow(ctx, columns.Fields{Text: in.params.TextField, Limit: in.limit()})
	if err != nil {
		return err
	}
	defer stored.Close()
	defer f.Close()
	p := picker{offsets: rows, emit: emit}
	_, err = f.Read(ctx, in.Side, func(d record.Document) error {
		d.Offset = d.Record
		return p.take(d)
	}, func(record.Rejected) {})
	return p.end(err)
}

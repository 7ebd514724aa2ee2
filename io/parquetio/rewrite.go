package parquetio

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// Rewrite writes the rows of the file to w again, as e edits their texts: the same
// schema, codecs, row groups and key-value metadata, and all other columns as they are.
// Rows that Read rejects are left out, and so is the rest of a row group that is broken.
// Unlike Read it reads every column. The error is that of ctx, of the file, of w or of e.
func (f *File) Rewrite(ctx context.Context, w io.Writer, side record.Side, e record.Editor) error {
	options := []parquet.WriterOption{f.file.Schema(), parquet.CreatedBy("diagonal", "1", "0")}
	for _, kv := range f.file.Metadata().KeyValueMetadata {
		options = append(options, parquet.KeyValueMetadata(kv.Key, kv.Value))
	}
	out := parquet.NewGenericWriter[any](w, options...)
	for g, group := range f.checked {
		stop, _ := f.rewriteGroup(ctx, out, group, f.groups[g].First, side, e)
		if failed := f.src.err(); failed != nil {
			stop = failed
		}
		if stop != nil {
			return stop
		}
		if err := out.Flush(); err != nil { // ends the row group
			return err
		}
	}
	return out.Close()
}

// rewriteGroup writes a row group. The first error ends all writing, the second that of
// the group, whose rows before it are written: the reader has rejected the others.
func (f *File) rewriteGroup(ctx context.Context, out *parquet.GenericWriter[any], group parquet.RowGroup, row int64, side record.Side, e record.Editor) (stop, broken error) {
	rows := group.Rows()
	defer rows.Close()
	buf := make([]parquet.Row, 64)
	for {
		if err := ctx.Err(); err != nil {
			return err, nil
		}
		n := 0
		err := guard(func() (err error) {
			n, err = rows.ReadRows(buf)
			return err
		})
		kept := buf[:0:0]
		for _, r := range buf[:n] {
			stays, stop := f.edit(r, row, side, e)
			if stop != nil {
				return stop, nil
			}
			if stays {
				kept = append(kept, r)
			}
			row++
		}
		if _, err := out.WriteRows(kept); err != nil {
			return err, nil
		}
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, io.ErrNoProgress
		}
	}
}

// edit edits a row in place and reports whether it stays.
func (f *File) edit(r parquet.Row, number int64, side record.Side, e record.Editor) (stays bool, err error) {
	at, id := -1, fmt.Sprintf("%s:%d", f.name, number+1)
	for i, v := range r {
		switch {
		case v.Column() == f.text.Index():
			at = i
		case f.id != nil && v.Column() == f.id.Index() && !v.IsNull():
			id = idOf(v, f.id.Type())
		}
	}
	if at < 0 || r[at].IsNull() || int64(len(r[at].ByteArray())) > f.limit.Bytes || record.NotText(r[at].ByteArray()) != nil {
		return false, nil // it was rejected when it was read
	}
	if !e.Touches(number) {
		return true, nil
	}
	v := r[at]
	edited, err := e.Edit(record.Document{Side: side, ID: id, File: f.name, Record: number, Offset: number, Text: append([]byte(nil), v.ByteArray()...)})
	if err != nil || edited.Drop {
		return false, err
	}
	if edited.HasText {
		if f.text.Type().Kind() == parquet.FixedLenByteArray {
			return false, fmt.Errorf("row %d: texts of a fixed length cannot be cut", number)
		}
		r[at] = parquet.ByteArrayValue(edited.Text).Level(v.RepetitionLevel(), v.DefinitionLevel(), v.Column())
	}
	return true, nil
}

package parquetio

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"example.org/diagonal/io/columns"
)

// writable returns an error for a file that cannot be written again, of which the footer says so.
// It says what to do.
func (f *File) writable() error {
	if f.text.Type().Kind() == parquet.FixedLenByteArray {
		return columns.Unfit(fmt.Sprintf(
			"column %q has texts of a fixed length, which cannot be cut: write it as strings", nameOf(f.text)))
	}
	all := f.leaves()
	for g, group := range f.file.Metadata().RowGroups {
		if len(group.Columns) != len(all) {
			return fmt.Errorf("it cannot be written again: row group %d has %d of %d columns", g,
				len(group.Columns), len(all))
		}
		for i, c := range all {
			if err := f.writableChunk(g, c, &group.Columns[i]); err != nil {
				return fmt.Errorf("it cannot be written again: row group %d, column %q: %w; write the file again with another program, or leave it out (--exclude)", g, nameOf(c), err)
			}
		}
	}
	return nil
}

func (f *File) writableChunk(g int, c *parquet.Column, chunk *format.ColumnChunk) error {
	codec := chunk.MetaData.Codec
	switch {
	case chunk.FilePath != "":
		return errors.New("its values are in another file")
	case chunk.CryptoMetadata.Value != nil || len(chunk.EncryptedColumnMetadata) > 0:
		return errors.New("it is encrypted")
	case codec != format.Uncompressed && parquet.LookupCompressionCodec(codec).String() == "UNSUPPORTED":
		return fmt.Errorf("the codec %s is not known", codec)
	}
	_, err := f.chunk(g, c)
	return err
}

// check returns an error for a column of a row group that cannot be written again: one that
// is not read for the documents, and is broken.
func (f *File) check(ctx context.Context, g int) error {
	used := map[*parquet.Column]bool{f.text: true, f.id: true}
	for _, c := range f.keep {
		used[c] = true
	}
	for _, c := range f.leaves() {
		if used[c] {
			continue
		}
		if err := guard(func() error { return f.checkColumn(ctx, g, c) }); err != nil {
			return fmt.Errorf("the column %q cannot be written again: %w", nameOf(c), err)
		}
	}
	return nil
}

// checkColumn decodes a column of a row group, and counts its rows.
func (f *File) checkColumn(ctx context.Context, g int, c *parquet.Column) error {
	in, err := f.chunk(g, c)
	if err != nil {
		return err
	}
	rows := int64(0)
	for {
		err := in.next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		rows += in.rows()
	}
	if rows != f.groups[g].Rows {
		return fmt.Errorf("%d rows, the row group has %d", rows, f.groups[g].Rows)
	}
	return nil
}

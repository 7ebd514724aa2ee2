// Package passageio writes a stream of passages in other forms than JSON Lines: sinks of
// package shardio. A program that imports the package can give a stream their names.
package passageio

import (
	"bufio"

	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// parquetSink is the name of the sink that writes passages as Parquet.
const parquetSink = "passages as Parquet"

func init() { shardio.RegisterFilesOf(parquetSink, parquetFiles) }

// Parquet returns the name of the sink that writes passages as Parquet: a row for each, with the
// fields of record.Passage in the same order, in the same files but for their extension.
func Parquet(c Columns) string { return c.sink(parquetSink) }

func parquetFiles(options string) shardio.Encoding {
	columns := columnsOf(options).all()
	return shardio.Encoding{Extension: result.TableExtension, New: func(w *bufio.Writer) shardio.LineWriter {
		return &table{columns: columns, w: parquetio.NewWriter(w, written(columns))}
	}}
}

// rowWriter writes rows to a file.
type rowWriter interface {
	Write(row []any) error
	Close() error
}

// table writes the lines of a file as rows.
type table struct {
	columns []column
	w       rowWriter
	row     []any // scratch
}

func (t *table) Write(line []byte) (err error) {
	if t.row, err = rowOf(t.row, t.columns, line); err != nil {
		return err
	}
	return t.w.Write(t.row)
}

func (t *table) Close() error { return t.w.Close() }

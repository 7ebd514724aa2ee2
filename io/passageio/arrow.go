package passageio

import (
	"bufio"

	"example.org/diagonal/io/arrowio"
	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// arrowSink is the name of the sink that writes passages as Arrow IPC.
const arrowSink = "passages as Arrow"

func init() { shardio.RegisterFilesOf(arrowSink, arrowFiles) }

// Arrow returns the name of the sink that writes passages as files of Arrow IPC, with the columns of Parquet.
func Arrow(c Columns) string { return c.sink(arrowSink) }

func arrowFiles(options string) shardio.Encoding {
	columns := columnsOf(options).all()
	return shardio.Encoding{Extension: result.ArrowExtension, New: func(w *bufio.Writer) shardio.LineWriter {
		out, err := arrowio.NewWriter(w, written(columns))
		return &arrowTable{table{columns: columns, w: out}, err}
	}}
}

// written are the columns as a file has them.
func written(all []column) (columns []parquetio.Column) {
	for _, c := range all {
		columns = append(columns, c.Column)
	}
	return columns
}

// arrowTable is a table whose file may not have begun.
type arrowTable struct {
	table
	err error
}

func (t *arrowTable) Write(line []byte) error {
	if t.err != nil {
		return t.err
	}
	return t.table.Write(line)
}

func (t *arrowTable) Close() error {
	if t.err != nil {
		return t.err
	}
	return t.table.Close()
}

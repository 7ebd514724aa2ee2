package shardio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"example.org/diagonal/io/parquetio"
)

// passageColumns are the columns of passages: the fields of record.Passage, in order.
var passageColumns = []parquetio.Column{
	{Name: "a"}, {Name: "a_start", Kind: parquetio.Int}, {Name: "a_end", Kind: parquetio.Int},
	{Name: "a_byte_start", Kind: parquetio.Int}, {Name: "a_byte_end", Kind: parquetio.Int},
	{Name: "a_sentence", Kind: parquetio.Int}, {Name: "a_sentences", Kind: parquetio.Int},
	{Name: "b"}, {Name: "b_start", Kind: parquetio.Int}, {Name: "b_end", Kind: parquetio.Int},
	{Name: "b_byte_start", Kind: parquetio.Int}, {Name: "b_byte_end", Kind: parquetio.Int},
	{Name: "b_sentence", Kind: parquetio.Int}, {Name: "b_sentences", Kind: parquetio.Int},
	{Name: "kind"}, {Name: "matched", Kind: parquetio.Int}, {Name: "similarity", Kind: parquetio.Float},
}

// AsParquet makes Parquet files of a stream of passages instead of lines: a row for
// each, the same fields in the same order, in the same files but for their extension.
func (st Stream) AsParquet() Stream {
	st.Columns = passageColumns
	return st
}

// extension is that of the files of a stream.
func extension(columns []parquetio.Column) string {
	if columns != nil {
		return ".parquet"
	}
	return ".jsonl"
}

// rowOf takes the values of the columns out of a line.
func rowOf(row []any, columns []parquetio.Column, line []byte) ([]any, error) {
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, fmt.Errorf("shardio: a line of a table: %w", err)
	}
	row = row[:0]
	for _, c := range columns {
		v := fields[c.Name]
		if n, ok := v.(json.Number); ok {
			var err error
			if c.Kind == parquetio.Int {
				v, err = strconv.ParseInt(n.String(), 10, 64)
			} else {
				v, err = n.Float64()
			}
			if err != nil {
				return nil, fmt.Errorf("shardio: %s: %w", c.Name, err)
			}
		}
		row = append(row, v)
	}
	return row, nil
}

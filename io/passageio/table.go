// Package passageio writes a stream of passages in other forms than JSON Lines: sinks of
// package shardio. A program that imports the package can give a stream their names.
package passageio

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// Parquet is the name of the sink that writes passages as Parquet: a row for each, with the
// fields of record.Passage in the same order, in the same files but for their extension.
const Parquet = "passages as Parquet"

func init() { shardio.RegisterFiles(Parquet, tables) }

var tables = shardio.Encoding{Extension: result.TableExtension, New: func(w *bufio.Writer) shardio.LineWriter {
	return &table{w: parquetio.NewWriter(w, columns)}
}}

// columns are the fields of a passage.
var columns = func() (all []parquetio.Column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Passage]()) {
		c := parquetio.Column{Name: f.Tag.Get("json")}
		switch f.Type.Kind() {
		case reflect.String:
		case reflect.Int64, reflect.Uint32:
			c.Kind = parquetio.Int
		case reflect.Float64:
			c.Kind = parquetio.Float
		default:
			panic(fmt.Sprintf("passageio: there is no column for %s %s", f.Name, f.Type))
		}
		all = append(all, c)
	}
	return all
}()

// table writes the lines of a file as rows.
type table struct {
	w   *parquetio.Writer
	row []any // scratch
}

func (t *table) Write(line []byte) (err error) {
	if t.row, err = rowOf(t.row, line); err != nil {
		return err
	}
	return t.w.Write(t.row)
}

func (t *table) Close() error { return t.w.Close() }

// rowOf returns the values of the columns of a line.
func rowOf(row []any, line []byte) ([]any, error) {
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&fields); err != nil {
		return nil, fmt.Errorf("passageio: a line of a table: %w", err)
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
				return nil, fmt.Errorf("passageio: %s: %w", c.Name, err)
			}
		}
		row = append(row, v)
	}
	return row, nil
}

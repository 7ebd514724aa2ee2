package passageio

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
)

// csvSink is the name of the sink that writes passages as CSV.
const csvSink = "passages as CSV"

func init() { shardio.RegisterFilesOf(csvSink, csvFiles) }

// CSV returns the name of the sink that writes passages as CSV (RFC 4180, but for line ends, which are
// \n): in each file a line with the names of the columns, and a row for each passage, with the columns
// of Parquet in the same order.
//
// A spreadsheet takes a cell that begins with = + - @, a tab or a carriage return for a formula. A text
// that begins so, after any number of apostrophes, gets one more apostrophe. To undo it, take one
// apostrophe from each text that has such a beginning after one apostrophe or more.
func CSV(c Columns) string { return c.sink(csvSink) }

func csvFiles(options string) shardio.Encoding {
	columns := columnsOf(options).all()
	return shardio.Encoding{Extension: result.CSVExtension, New: func(w *bufio.Writer) shardio.LineWriter {
		return &sheet{columns: columns, w: csv.NewWriter(w)}
	}}
}

// sheet writes the lines of a file as rows.
type sheet struct {
	columns []column
	w       *csv.Writer
	begun   bool
	row     []any    // scratch
	cells   []string // scratch
}

// begin writes the names of the columns.
func (s *sheet) begin() error {
	s.begun = true
	for _, c := range s.columns {
		s.cells = append(s.cells, Harmless(c.Name))
	}
	return s.w.Write(s.cells)
}

func (s *sheet) Write(line []byte) (err error) {
	if !s.begun {
		if err := s.begin(); err != nil {
			return err
		}
	}
	if s.row, err = rowOf(s.row, s.columns, line); err != nil {
		return err
	}
	s.cells = s.cells[:0]
	for _, v := range s.row {
		s.cells = append(s.cells, cell(v))
	}
	return s.w.Write(s.cells)
}

// Close writes the names of the columns of a file without rows.
func (s *sheet) Close() error {
	if !s.begun {
		if err := s.begin(); err != nil {
			return err
		}
	}
	s.w.Flush()
	return s.w.Error()
}

// cell returns a value as text.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return Harmless(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// Harmless returns a text that no spreadsheet takes for a formula: it gets an apostrophe if it begins like one.
func Harmless(s string) string {
	if bare := strings.TrimLeft(s, "'"); bare != "" && strings.IndexByte("=+-@\t\r", bare[0]) >= 0 {
		return "'" + s
	}
	return s
}

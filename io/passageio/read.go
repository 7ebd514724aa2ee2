package passageio

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.org/diagonal/io/arrowio"
	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/parquetio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/store"
)

// forms are the forms of a stream of passages, by the extensions of their files: the best to read comes first.
var forms = []string{result.LinesExtension, result.TableExtension, result.ArrowExtension, result.CSVExtension}

// Files returns the files of a stream of passages of a folder, in order: those of JSON Lines, or else those of a table.
func Files(folder *result.Folder, stream string) []string {
	var all []string
	for _, extension := range forms {
		all = append(all, folder.Files(stream, extension)...)
	}
	return Best(all)
}

// Best returns those of the names of files that have the best form for EachLine, in the same order. It leaves out other
// files.
func Best(names []string) []string {
	for _, form := range forms {
		var best []string
		for _, name := range names {
			if plain, _ := compress.Trim(name); filepath.Ext(plain) == form &&
				(plain == name || form == result.LinesExtension) {
				best = append(best, name)
			}
		}
		if len(best) > 0 {
			return best
		}
	}
	return nil
}

// EachLine calls f with the passages of a file of JSON Lines, Parquet, Arrow IPC or CSV, in order, each as a line of
// JSON Lines, and with the number of the line or row, from 1. f must not keep line. Columns that no passage has are
// left out. The kept fields of a row are texts, as the table has them.
//
// An error of the file or of f begins with FILE:LINE, or with FILE, row N; a file that cannot be opened is a
// *result.OpenError; result.ErrStop of f ends reading.
func EachLine(ctx context.Context, path string, f func(n int, line []byte) error) error {
	extension := filepath.Ext(path)
	if extension == result.LinesExtension || !slices.Contains(forms, extension) {
		return result.EachLine(ctx, []string{path}, f)
	}
	files, err := store.For(path)
	if err != nil {
		return &result.OpenError{Err: err} // the error names the path
	}
	in, err := files.OpenAt(ctx, path)
	if err != nil {
		return &result.OpenError{Path: path, Err: err}
	}
	defer in.Close()
	t := &rows{path: path, f: f}
	switch extension {
	case result.TableExtension:
		err = parquetio.EachRow(ctx, path, in, in.Size(), t.add)
	case result.ArrowExtension:
		err = arrowio.EachRow(ctx, path, in, in.Size(), record.MaxBytes, t.add)
	default:
		err = t.sheet(ctx, io.NewSectionReader(in, 0, in.Size()))
	}
	if errors.Is(err, result.ErrStop) {
		return nil
	}
	return err
}

// rows makes lines of the rows of a file.
type rows struct {
	path    string
	f       func(n int, line []byte) error
	n       int
	columns []*column // of the file; nil is one that no passage has
	fields  map[string]record.Fields
	line    []byte
}

// begin finds out what the columns of the file are.
func (t *rows) begin(names []string) {
	known := map[string]column{}
	for _, c := range (Columns{Refined: true, Shares: true, Source: true, Texts: true, Locs: true}).all() {
		known[c.Name] = c
	}
	for _, name := range names {
		c, ok := known[name]
		for _, side := range keptFields {
			if of, isField := strings.CutPrefix(name, side+"_"); isField {
				c, ok = column{parquetio.Column{Name: name}, side, of}, true
			}
		}
		if !ok {
			t.columns = append(t.columns, nil)
			continue
		}
		t.columns = append(t.columns, &c)
	}
}

// add calls f with the line of a row.
func (t *rows) add(names []string, row []any) error {
	if t.columns == nil {
		t.begin(names)
	}
	t.n++
	err := t.lineOf(row)
	if err == nil {
		err = t.f(t.n, t.line)
	}
	if err != nil {
		return fmt.Errorf("%s, row %d: %w", t.path, t.n, err)
	}
	return nil
}

// kinds are the types of the values of columns, and what errors call them.
var kinds = [...]struct {
	of   reflect.Type
	name string
}{
	parquetio.String: {reflect.TypeFor[string](), "a string"},
	parquetio.Int:    {reflect.TypeFor[int64](), "a whole number"},
	parquetio.Float:  {reflect.TypeFor[float64](), "a number"},
	parquetio.Bool:   {reflect.TypeFor[bool](), "a boolean"},
}

// lineOf makes the line of a row. A value that is null has no field, and so has an empty one of a kept field.
func (t *rows) lineOf(row []any) error {
	t.line, t.fields = append(t.line[:0], '{'), map[string]record.Fields{}
	for i, c := range t.columns {
		v := row[i]
		if c == nil || v == nil || c.of != "" && v == "" { // a document without the field
			continue
		}
		if want := kinds[c.Kind]; reflect.TypeOf(v) != want.of {
			return fmt.Errorf("column %s is not %s", c.Name, want.name)
		}
		value, err := record.JSON(v)
		if err != nil {
			return fmt.Errorf("column %s: %w", c.Name, err)
		}
		if c.of == "" {
			t.field(c.field, value)
			continue
		}
		fields := t.fields[c.field]
		if err := fields.Add(c.of, value); err != nil {
			return err
		}
		t.fields[c.field] = fields
	}
	for _, side := range keptFields {
		if fields := t.fields[side]; fields != "" {
			t.field(side, []byte(fields))
		}
	}
	t.line = append(t.line, '}')
	return nil
}

// field appends a field to the line.
func (t *rows) field(name string, value []byte) {
	if len(t.line) > 1 {
		t.line = append(t.line, ',')
	}
	t.line = append(strconv.AppendQuote(t.line, name), ':')
	t.line = append(t.line, value...)
}

// sheet reads a file of CSV. A cell that is empty has no value, unless it is a text.
func (t *rows) sheet(ctx context.Context, in io.Reader) error {
	r := csv.NewReader(in)
	r.ReuseRecord = true
	head, err := r.Read()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	names := make([]string, len(head))
	for i, name := range head {
		names[i] = bare(strings.TrimPrefix(name, "\ufeff"))
	}
	t.begin(names)
	row := make([]any, len(names))
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t.path, err)
		}
		if t.n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for i, cell := range cells {
			row[i] = cellOf(cell, t.columns[i])
		}
		if err := t.add(names, row); err != nil {
			return err
		}
	}
}

// cellOf returns the value of a cell, as a text if it is no value of the column.
func cellOf(cell string, c *column) (v any) {
	var err error
	switch {
	case c == nil || cell == "" && c.Kind != parquetio.String:
		return nil
	case c.Kind == parquetio.Int:
		v, err = strconv.ParseInt(cell, 10, 64)
	case c.Kind == parquetio.Float:
		v, err = strconv.ParseFloat(cell, 64)
	case c.Kind == parquetio.Bool:
		v, err = strconv.ParseBool(cell)
	default:
		return bare(cell)
	}
	if err != nil {
		return cell
	}
	return v
}

// bare undoes Harmless.
func bare(s string) string {
	if less, ok := strings.CutPrefix(s, "'"); ok && Harmless(less) == s {
		return less
	}
	return s
}

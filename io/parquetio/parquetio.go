// Package parquetio reads documents from Parquet files and writes result rows to them.
//
// Reading takes the columns of the id and the text, and no other, page by page: memory
// is that of a few pages, whatever the size of a row group. Each row group can be read
// without the others (File.Groups). All codecs and encodings of
// parquet-go are read: none, snappy, gzip, zstd, lz4 and brotli; plain, dictionary,
// delta, runs and byte streams.
//
// File.Rewrite writes a file again, with some rows changed or left out. It works on pages and
// on what the footer says of them, not on rows: columns of any type are written again, also those
// that cannot be read as an id, a text or a field.
//
// A text may be a list of strings. What is not done: other lists, maps and encrypted files are not read. A document has
// no byte offset, because its bytes are spread over the file.
package parquetio

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/columns"
	"example.org/diagonal/io/record"
)

// Fields are the columns of a document.
type Fields = columns.Fields

// Group is a row group: rows that can be read without the others.
type Group struct {
	// First is the number of its first row in the file, from 0; Rows is how many it has.
	First, Rows int64
	// Bytes is the decompressed size of the columns to read.
	Bytes int64
}

// File is an open Parquet file. It may be read by several goroutines at once.
type File struct {
	name     string
	file     *parquet.File
	src      *source
	id, text *parquet.Column // id may be nil
	lines    *list           // that the text is; nil: it is a string
	keep     []*parquet.Column
	names    []string // of keep
	groups   []Group
	checked  []group // of the file
	all      bool
	limit    record.Limit
}

// source remembers why the file could not be read, apart from the error that parquet-go makes
// of it.
type source struct {
	r      io.ReaderAt
	size   int64
	failed atomic.Pointer[error]
}

func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off > s.size { // a wrong footer is not a failure of the file
		return 0, io.ErrUnexpectedEOF
	}
	n, err := s.r.ReadAt(p, off)
	if err != nil && err != io.EOF {
		s.failed.CompareAndSwap(nil, &err)
	}
	return n, err
}

// err is the first error of the file itself.
func (s *source) err() error {
	if p := s.failed.Load(); p != nil {
		return *p
	}
	return nil
}

// Open reads the footer of the Parquet file r of size bytes, and finds the columns. If a
// column is missing, or of a kind that cannot be read, the error is a *ColumnError that names
// the columns of the file.
func Open(name string, r io.ReaderAt, size int64, fields Fields) (f *File, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	f = &File{name: name, src: &source{r: r, size: size}, limit: fields.Limit, all: fields.All}
	if f.limit.Exceeded == nil {
		f.limit = record.LimitOf(record.MaxBytes)
	}
	f.file, f.checked, err = openFile(f.src, f.limit.Bytes)
	if failed := f.src.err(); failed != nil {
		return nil, failed
	}
	if err != nil {
		return nil, fmt.Errorf("not a Parquet file that can be read: %w", err)
	}
	if err := guard(func() error { return f.find(fields) }); err != nil {
		return nil, err
	}
	for _, g := range f.file.Metadata().RowGroups {
		if g.NumRows < 0 {
			return nil, fmt.Errorf("a row group of %d rows", g.NumRows)
		}
		group := Group{Rows: g.NumRows}
		if n := len(f.groups); n > 0 {
			group.First = f.groups[n-1].First + f.groups[n-1].Rows
		}
		for _, c := range append([]*parquet.Column{f.id, f.text}, f.keep...) {
			if c != nil && c.Index() < len(g.Columns) {
				group.Bytes += g.Columns[c.Index()].MetaData.TotalUncompressedSize
			}
		}
		f.groups = append(f.groups, group)
	}
	if f.all {
		if err := guard(f.writable); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// find finds the columns.
func (f *File) find(fields Fields) (err error) {
	f.findKept(fields.Keep)
	if f.text, err = f.column(fields.Text, columns.ForText); err != nil {
		return err
	}
	if l, ok := f.list(f.text); ok {
		f.lines = &l
	}
	if fields.ID == "" {
		return nil
	}
	if f.id, err = f.column(fields.ID, columns.ForID); err != nil && fields.IDOptional && columns.IsMissing(err) {
		return nil
	}
	return err
}

// Decoded returns the row groups, with Bytes as the size of their decoded values: a text that
// is once in a dictionary may be that of every row. It reads the header of each dictionary,
// and assumes that its texts are equally frequent.
func (f *File) Decoded() []Group {
	groups := slices.Clone(f.groups)
	for i := range groups {
		for _, c := range append([]*parquet.Column{f.id, f.text}, f.keep...) {
			if c == nil || c.Type().Kind() != parquet.ByteArray || c.Index() >= len(f.checked[i].chunks) {
				continue
			}
			meta := &f.file.Metadata().RowGroups[i].Columns[c.Index()].MetaData
			decoded := meta.SizeStatistics.UnencodedByteArrayDataBytes
			if file, ok := f.checked[i].chunks[c.Index()].(chunk); ok {
				decoded = max(decoded, file.checked().dictionary(groups[i].Rows))
			}
			groups[i].Bytes += max(0, decoded-meta.TotalUncompressedSize)
		}
	}
	return groups
}

// Groups returns the row groups, in the order of the file.
func (f *File) Groups() []Group { return f.groups }

// ColumnError is the error of a good file without a column that was asked for.
type ColumnError = columns.Error

// column finds a column by its path.
func (f *File) column(path, use string) (*parquet.Column, error) {
	found := leaves(f.file.Root(), nil)
	all := make([]columns.Column, len(found))
	for i, c := range found {
		kind, fits := kindOf(c, use)
		all[i] = columns.Column{Name: nameOf(c), Kind: kind, Fits: fits}
		if l, ok := f.list(c); ok {
			all[i] = columns.Column{Name: l.name, Kind: "a list of " + kind, Fits: fits && use == columns.ForText}
		} else if c.MaxRepetitionLevel() > 0 {
			all[i].Kind, all[i].Fits = "a list", false
		}
	}
	i, err := columns.Find(all, path, use)
	if err != nil {
		return nil, err
	}
	return found[i], nil
}

func leaves(c *parquet.Column, to []*parquet.Column) []*parquet.Column {
	if c.Leaf() {
		return append(to, c)
	}
	for _, child := range c.Columns() {
		to = leaves(child, to)
	}
	return to
}

// kindOf is the kind of a column in words, and whether it can be used as the id or
// the text.
func kindOf(c *parquet.Column, use string) (string, bool) {
	if c.Type() == nil {
		return "of an unknown type", false
	}
	kind := strings.ToLower(c.Type().String())
	if kind == "byte_array" {
		kind = "binary"
	}
	if strings.HasPrefix(kind, "decimal") {
		return kind, false
	}
	switch c.Type().Kind() {
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return kind, true
	case parquet.Int32, parquet.Int64:
		return kind, use == columns.ForID
	}
	return kind, false
}

// guard turns a panic of parquet-go into an error: broken files reach places in it that
// expect whole ones.
func guard(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("broken file: %v", p)
		}
	}()
	return do()
}

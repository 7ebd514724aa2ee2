// Package arrowio reads documents from Arrow IPC, streams and files, and writes result rows to files of it.
//
// A file is a stream with a frame around it, and has a footer that says where the batches are. It is read by that; if
// it is compressed as a whole, it is read as the stream that is in it. (That of Polars has no schema, so it needs the
// footer.) One record batch is in memory at a time. Feather is Arrow IPC, but for its version 1, which is not read.
//
// What is not done: lists, maps and decimals are not read.
package arrowio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"example.org/diagonal/io/columns"
	"example.org/diagonal/io/record"
)

// What files begin with. A file has its magic once more at its end.
const (
	magic    = "ARROW1"
	feather1 = "FEA1"
)

// streamHead is what a stream begins with, but in versions of Arrow before 0.15.
var streamHead = []byte{0xff, 0xff, 0xff, 0xff}

// HeadBytes is the number of bytes that IsArrow and IsFile need.
const HeadBytes = 8

// IsArrow reports whether a file begins as Arrow IPC does.
func IsArrow(head []byte) bool {
	return bytes.HasPrefix(head, []byte(magic)) || bytes.HasPrefix(head, streamHead)
}

// IsFile reports whether a file begins as a file of Arrow IPC does, and not as a stream.
func IsFile(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// Reader reads the rows of a file.
type Reader struct {
	name     string
	batches  batches
	failed   func() error // why the file could not be read, if it could not
	id, text *column      // id may be nil
	keep     []*column
	limit    record.Limit
}

// batches are the record batches of a stream or a file.
type batches interface {
	Schema() *arrow.Schema
	// next returns the next batch, which is valid up to the following call, or io.EOF.
	next() (arrow.RecordBatch, error)
	Close() error
}

// open finds the columns of what b has.
func open(name string, b batches, failed func() error, fields columns.Fields) (*Reader, error) {
	f := &Reader{name: name, batches: b, failed: failed, limit: fields.Limit}
	if f.limit.Exceeded == nil {
		f.limit = record.LimitOf(record.MaxBytes)
	}
	if err := f.find(fields); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// unreadable is the error of a file that is no Arrow, unless it could not be read.
func unreadable(failed, err error) error {
	if failed != nil {
		return failed
	}
	return fmt.Errorf("not an Arrow file that can be read: %w", err)
}

// Open reads the schema at the beginning of r, and finds the columns. If a column is missing, or of a kind that cannot
// be read, the error is a *columns.Error that names the columns of the file. max is the largest number of bytes that a
// batch, or a column of it, may have.
func Open(name string, r io.Reader, max int64, fields columns.Fields) (*Reader, error) {
	in := &tail{r: bufio.NewReaderSize(r, 256<<10)}
	head, _ := in.r.Peek(HeadBytes)
	st := &stream{in: in}
	switch {
	case IsFile(head):
		st.framed = true
		in.r.Discard(8) // with what fills it up
	case bytes.HasPrefix(head, []byte(feather1)):
		return nil, errors.New("not an Arrow file that can be read: it is Feather version 1; write it again with pyarrow.feather.write_feather")
	}
	var err error
	if st.r, err = ipc.NewReader(in, options(max)...); err != nil || in.failed != nil {
		return nil, unreadable(in.failed, err)
	}
	return open(name, st, func() error { return in.failed }, fields)
}

// OpenFile is Open for a file (IsFile) that can be read anywhere.
func OpenFile(name string, r io.ReaderAt, size, max int64, fields columns.Fields) (_ *Reader, err error) {
	b, in, err := openFile(r, size, max)
	if err != nil {
		return nil, err
	}
	return open(name, b, func() error { return in.failed }, fields)
}

// openFile reads the footer of a file.
func openFile(r io.ReaderAt, size, max int64) (*file, *source, error) {
	in, b := &source{r: r}, &file{}
	err := guard(func() (err error) {
		b.r, err = ipc.NewFileReader(io.NewSectionReader(in, 0, size), options(max)...)
		return err
	})
	if err != nil || in.failed != nil {
		return nil, nil, unreadable(in.failed, err)
	}
	return b, in, nil
}

// options are those of reading: no part may be larger than max.
func options(max int64) []ipc.Option {
	return []ipc.Option{ipc.WithAllocator(bounded{memory.DefaultAllocator, max}), ipc.WithBodySizeLimit(max)}
}

// Close gives memory back. It does not close the file.
func (f *Reader) Close() { f.batches.Close() }

// stream reads a stream.
type stream struct {
	in     *tail
	framed bool // in a file
	r      *ipc.Reader
}

func (s *stream) Schema() *arrow.Schema { return s.r.Schema() }

func (s *stream) Close() error {
	s.r.Release()
	return nil
}

func (s *stream) next() (arrow.RecordBatch, error) {
	switch {
	case s.r.Next():
		return s.r.RecordBatch(), nil
	case s.r.Err() != nil:
		return nil, s.r.Err()
	case !s.framed:
		return nil, io.EOF
	}
	// A file may have been cut off between two batches.
	if _, err := io.Copy(io.Discard, s.in); err != nil {
		return nil, err
	}
	if !s.in.endsWith(magic) {
		return nil, errors.New("it ends before its footer")
	}
	return nil, io.EOF
}

// file reads a file.
type file struct {
	r    *ipc.FileReader
	done int // batches
}

func (f *file) Schema() *arrow.Schema { return f.r.Schema() }
func (f *file) Close() error          { return f.r.Close() }

func (f *file) next() (b arrow.RecordBatch, err error) {
	if f.done == f.r.NumRecords() {
		return nil, io.EOF
	}
	f.done++
	err = guard(func() error {
		b, err = f.r.RecordBatch(f.done - 1)
		return err
	})
	return b, err
}

// guard makes an error of a panic about a file that lies.
func guard(do func() error) (err error) {
	defer func() {
		if lie := recover(); lie != nil {
			err = fmt.Errorf("%v", lie)
		}
	}()
	return do()
}

// source remembers why the file could not be read.
type source struct {
	r      io.ReaderAt
	failed error
}

func (s *source) ReadAt(p []byte, off int64) (int, error) {
	n, err := s.r.ReadAt(p, off)
	if err != nil && err != io.EOF && s.failed == nil {
		s.failed = err
	}
	return n, err
}

// find finds the columns.
func (f *Reader) find(fields columns.Fields) error {
	all := leaves(f.batches.Schema().Fields(), nil, "")
	column := func(name, use string) (*column, error) {
		known := make([]columns.Column, len(all))
		for i, c := range all {
			known[i] = columns.Column{Name: c.name, Kind: kindOf(c.kind), Fits: isText(c.kind) ||
				use == columns.ForID && isID(c.kind)}
		}
		i, err := columns.Find(known, name, use)
		if err != nil {
			return nil, err
		}
		return all[i], nil
	}
	for _, name := range fields.Keep {
		for _, c := range all {
			if c.name == name && isField(c.kind) {
				f.keep = append(f.keep, c)
				break
			}
		}
	}
	var err error
	if f.text, err = column(fields.Text, columns.ForText); err != nil || fields.ID == "" {
		return err
	}
	if f.id, err = column(fields.ID, columns.ForID); err != nil && fields.IDOptional && columns.IsMissing(err) {
		return nil
	}
	return err
}

// Read calls emit with the documents of the rows in their order, and reject with rows without a text. emit may keep the
// text. rows is the number of rows that were read. The error is that of ctx, of the file or of emit.
//
// A document's Record is the number of its row in the file; its Offset is 0.
func (f *Reader) Read(
	ctx context.Context, side record.Side, emit func(record.Document) error, reject func(record.Rejected),
) (rows int64, err error) {
	for {
		b, err := f.batches.next()
		if failed := f.failed(); failed != nil {
			return rows, failed
		}
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		for i := range int(b.NumRows()) {
			if err := ctx.Err(); err != nil {
				return rows, err
			}
			d, err := f.row(b, i, rows)
			var bad *badRow
			switch {
			case errors.As(err, &bad):
				reject(record.Rejected{File: f.name, Record: rows, ID: d.ID, Reason: bad.err.Error()})
			case err != nil:
				return rows, fmt.Errorf("a batch is broken: %w", err)
			default:
				d.Side = side
				if err := emit(d); err != nil {
					return rows, err
				}
			}
			rows++
		}
	}
}

// badRow is the error of a row that is no document.
type badRow struct{ err error }

func (b *badRow) Error() string { return b.err.Error() }

// row returns the document of a row of a batch, which is row n of the file. A batch that lies about its columns is an
// error.
func (f *Reader) row(b arrow.RecordBatch, i int, n int64) (d record.Document, err error) {
	d = record.Document{ID: columns.RowID(f.name, n), File: f.name, Record: n}
	err = guard(func() error { return f.fill(&d, b, i) })
	return d, err
}

func (f *Reader) fill(d *record.Document, b arrow.RecordBatch, i int) error {
	if f.id != nil {
		if v, k, ok := f.id.value(b, i); ok {
			d.ID = idOf(v, k)
		}
	}
	for _, c := range f.keep {
		v, k, ok := c.value(b, i)
		if !ok {
			continue
		}
		if err := d.Fields.Add(c.name, jsonOf(v, k)); err != nil {
			return &badRow{err}
		}
	}
	v, k, ok := f.text.value(b, i)
	if ok {
		d.Text = []byte(textOf(v, k)) // a copy: the batch goes
	}
	if err := columns.CheckText(d.Text, !ok, f.limit); err != nil {
		return &badRow{err}
	}
	return nil
}

// tail keeps the last bytes of what was read, and why it could not be read.
type tail struct {
	r      *bufio.Reader
	last   []byte
	failed error
}

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.last = append(t.last, p[max(0, n-len(magic)):n]...)
	t.last = t.last[max(0, len(t.last)-len(magic)):]
	if err != nil && err != io.EOF {
		t.failed = err
	}
	return n, err
}

func (t *tail) endsWith(s string) bool { return string(t.last) == s }

// bounded allocates nothing that is larger than max: a file may claim any size.
type bounded struct {
	memory.Allocator
	max int64
}

func (b bounded) check(size int) {
	if int64(size) > b.max || size < 0 {
		panic(fmt.Errorf("a column of %d bytes; at most %d are read", size, b.max))
	}
}

func (b bounded) Allocate(size int) []byte {
	b.check(size)
	return b.Allocator.Allocate(size)
}

func (b bounded) Reallocate(size int, old []byte) []byte {
	b.check(size)
	return b.Allocator.Reallocate(size, old)
}

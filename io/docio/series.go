package docio

import (
	"context"
	"fmt"
	"io"

	"example.org/diagonal/io/record"
)

// serial is a kind of files that have records one behind the other, each of which can be read alone.
type serial struct {
	// reader reads the records from a byte of the file on; a record has at most limit bytes.
	reader func(r io.Reader, start int64, limit int) nexter
	// begins reports whether a record is one, and none is the error if it is not. The rest of a file is not read that
	// does not begin with one.
	begins func(raw []byte) bool
	none   error
	// document returns the document of a record. id is what it has for an id if the record has none.
	document func(in *Input, raw []byte, id string) (*record.Document, error)
}

// nexter returns the next record, and the byte of the file that it begins at. whole is false if it is cut, because it
// is too long. The error is io.EOF at the end.
type nexter interface {
	Next() (raw []byte, at int64, whole bool, err error)
}

// series is a format of such files.
func series(k *serial, name string, extensions ...string) *format {
	return &format{name: name, made: true, extensions: extensions, fields: true, read: k.read, fetch: k.fetch}
}

// records reads the records of a file from a byte of it on.
func (k *serial) records(
	ctx context.Context, in *Input, r io.Reader, start int64, emit func(record.Document) error,
	refuse func(number int64, id string, err error),
) error {
	next := k.reader(r, start, int(in.limit().Bytes))
	for number := int64(0); ; number++ {
		raw, at, whole, err := next.Next()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if err != io.EOF {
				refuse(number, "", err)
			}
			return nil
		}
		if !k.begins(raw) {
			if refuse(number, "", k.none); number == 0 {
				return nil
			}
			continue
		}
		id := fmt.Sprintf("%s:%d", in.id(), number+1)
		var d *record.Document
		if !whole {
			err = in.limit().Exceeded()
		} else {
			d, err = k.document(in, raw, id)
		}
		if err != nil {
			refuse(number, id, err)
			continue
		}
		d.Record, d.Offset = number, at
		if err := emit(*d); err != nil {
			return err
		}
	}
}

// read reads a file.
func (k *serial) read(
	ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected),
) error {
	r, err := in.open(ctx, 0)
	if err != nil {
		reject(record.Rejected{File: in.Path, Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	return k.records(ctx, in, r, 0, emit, func(number int64, id string, err error) {
		reject(record.Rejected{File: in.Path, Record: number, ID: id, Reason: err.Error()})
	})
}

// fetch begins at each record, or at the beginning of the file where it is compressed.
func (k *serial) fetch(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error {
	read := func(start int64, p *picker) error {
		r, err := in.open(ctx, start)
		if err != nil {
			return err
		}
		defer r.Close()
		return p.end(k.records(ctx, in, r, start, p.take, func(int64, string, error) {}))
	}
	if !isPlain(ctx, in.path) {
		return read(0, &picker{offsets: offsets, emit: emit})
	}
	return eachOffset(ctx, offsets, emit, read)
}

// eachOffset reads each record of a file that can be read from the middle. read reads the file from the byte start on.
// The error is the first.
func eachOffset(
	ctx context.Context, offsets []int64, emit func(k int, d *record.Document), read func(start int64, p *picker) error,
) (first error) {
	for k, offset := range offsets {
		err := read(offset, &picker{offsets: offsets[k : k+1], emit: func(_ int, d *record.Document) { emit(k, d) }})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if first == nil {
			first = err
		}
	}
	return first
}

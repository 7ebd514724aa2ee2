package jsonlio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"diagonal/io/record"
)

// MaxLine is the longest line that is read, in bytes; a longer one is rejected. A
// line is in memory twice while it is decoded, and its text more often behind that.
const MaxLine = 512 << 20

// lineBytes is the read buffer: lines that fit are not copied.
const lineBytes = 256 << 10

var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, lineBytes) }}

// Section is the part of a file that one call of Read reads: the lines whose first
// byte is in [Start, End). Sections that share their ends cut a file into parts that
// hold every line once.
type Section struct {
	// File and Side go into the documents.
	File string
	Side record.Side
	// Name is the FILE of ids FILE:LINE.
	Name string
	// Start and End are bytes of the decompressed file; End < 0 is its end.
	Start, End int64
	// Lines is the number of line ends before Start.
	Lines int64
}

// Lead is how many bytes before Start the reader of a section has to begin: one, to
// see whether a line begins at Start.
func Lead(start int64) int64 { return min(start, 1) }

// errTooLong is kept apart from errors of reading.
var errTooLong = fmt.Errorf("line longer than %d MiB", MaxLine>>20)

// Read emits a document for each good line of a section and rejects the others. r
// gives the file from byte Start - Lead(Start) on. Where r breaks, the lines before
// the break are emitted and one record is rejected with r's error. The error of Read
// is the context's or that of emit.
func Read(ctx context.Context, r io.Reader, d *Decoder, sec Section, emit func(record.Document) error, reject func(record.Rejected)) error {
	in := buffers.Get().(*bufio.Reader)
	in.Reset(r)
	defer func() {
		in.Reset(nil)
		buffers.Put(in)
	}()
	l := lines{in: in, limit: MaxLine, at: sec.Start - Lead(sec.Start), number: sec.Lines}
	refuse := func(id string, err error) {
		reject(record.Rejected{File: sec.File, Record: l.number, ID: id, Reason: err.Error()})
	}
	if sec.Start == 0 {
		l.skipMark()
	} else if err := l.skipTo(ctx, sec); err != nil {
		if err == io.EOF || ctx.Err() != nil {
			return ctx.Err()
		}
		refuse("", err)
		return nil
	}
	begin := sec.Start // a byte order mark belongs to the first line
	if sec.Start > 0 {
		begin = l.at
	}
	for ; sec.End < 0 || begin < sec.End; l.number, begin = l.number+1, l.at {
		if err := ctx.Err(); err != nil {
			return err
		}
		start := l.at
		line, err := l.next()
		if err == errTooLong {
			refuse("", err)
			continue
		}
		if err != nil && (err != io.EOF && !isTrailing(err) || len(line) == 0) {
			if err != io.EOF {
				refuse("", err)
			}
			return nil
		}
		if len(bytes.TrimSpace(line)) > 0 {
			f, problem := d.Decode(line)
			if problem != nil {
				refuse(f.ID, problem)
			} else {
				if !f.HasID {
					f.ID = sec.Name + ":" + strconv.FormatInt(l.number+1, 10)
				}
				doc := record.Document{Side: sec.Side, ID: f.ID, File: sec.File, Record: l.number, Offset: start, Text: f.Text}
				if err := emit(doc); err != nil {
					return err
				}
			}
		}
		if err != nil && err != io.EOF { // the last line was whole, something else follows
			l.number++
			refuse("", err)
			return nil
		}
	}
	return nil
}

// isTrailing says that all data before the error is whole (compress.BrokenError).
func isTrailing(err error) bool {
	var e interface{ DataWhole() bool }
	return errors.As(err, &e) && e.DataWhole()
}

// lines reads lines of any length.
type lines struct {
	in     *bufio.Reader
	limit  int    // bytes in a line
	at     int64  // of the next line
	number int64  // of the next line
	long   []byte // a line that does not fit in the buffer
}

// skipMark skips a byte order mark.
func (l *lines) skipMark() {
	if head, _ := l.in.Peek(3); string(head) == "\ufeff" {
		l.in.Discard(3)
		l.at += 3
	}
}

// skipTo goes to the first line that begins in the section, or to the end of it: so a
// line that is longer than many sections is not read by each of them to its end.
func (l *lines) skipTo(ctx context.Context, sec Section) error {
	for sec.End < 0 || l.at < sec.End {
		if err := ctx.Err(); err != nil {
			return err
		}
		part, err := l.in.ReadSlice('\n')
		l.at += int64(len(part))
		if err == nil {
			if l.at > sec.Start { // not the line end just before Start, which Lines has
				l.number++
			}
			return nil
		}
		if err != bufio.ErrBufferFull {
			return err
		}
	}
	return nil
}

// next returns the next line without its end; it is valid until the next call. With
// an error, it is what there was before the error; with errTooLong, nothing.
func (l *lines) next() ([]byte, error) {
	part, err := l.in.ReadSlice('\n')
	l.at += int64(len(part))
	if err == nil {
		return part[:len(part)-1], nil
	}
	if err != bufio.ErrBufferFull {
		return part, err
	}
	if cap(l.long) > 16*lineBytes { // one long line is no reason to keep its memory
		l.long = nil
	}
	l.long = append(l.long[:0], part...)
	for err == bufio.ErrBufferFull {
		part, err = l.in.ReadSlice('\n')
		l.at += int64(len(part))
		if len(l.long) <= l.limit {
			l.long = append(l.long, part...)
		}
	}
	switch {
	case err != nil && err != io.EOF:
		return l.long, err
	case len(l.long) > l.limit+1:
		l.long = nil
		return nil, errTooLong
	case err == nil:
		return l.long[:len(l.long)-1], nil
	}
	return l.long, err
}

// Text reads the line at the head of in and returns its text.
func Text(in *bufio.Reader, d *Decoder) ([]byte, error) {
	l := lines{in: in, limit: MaxLine}
	line, err := l.next()
	if err != nil && err != io.EOF && !isTrailing(err) {
		return nil, err
	}
	f, err := d.Decode(line)
	return f.Text, err
}

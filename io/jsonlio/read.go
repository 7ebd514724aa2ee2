package jsonlio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"sync"

	"example.org/diagonal/io/charset"
	"example.org/diagonal/io/record"
)

// lineBytes is the read buffer: lines that fit are not copied.
const lineBytes = 256 << 10

var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, lineBytes) }}

// Section is the part of a file that one call of Read reads: the lines whose first byte is in
// [Start, End). If the End of each section is the Start of the next, every line is in one.
type Section struct {
	// File and Side go into the documents.
	File string
	Side record.Side
	// Name is the FILE of ids FILE:LINE.
	Name string
	// Start and End are bytes of the decompressed file; End < 0 is its end.
	Start, End int64
	// Values is true for a file that may be no JSON Lines (Values). It is, if it is read whole.
	Values bool
	// Lines is the number of line ends before Start.
	Lines int64
	// Charset is the character set of the file. Its Name is empty for UTF-8. If the line ends of the set are more than
	// a byte (charset.Lines), r has converted the file.
	Charset record.Charset
	// Limit is that of a line, in bytes; a longer one is rejected. A line is in memory
	// twice while it is decoded, and its text more often behind that. Without a limit it is
	// that of record.MaxBytes.
	Limit record.Limit
}

// Lead returns how many bytes before start the reader of a section must begin: one, to see
// whether a line begins at start; none at the beginning of the file.
func Lead(start int64) int64 { return min(start, 1) }

// errTooLong is kept apart from errors of reading.
var errTooLong = errors.New("line too long")

// Read emits a document for each good line of a section and rejects the others. r reads the
// file from byte Start - Lead(Start) on. If r fails, Read emits the lines before that place
// and rejects one record with the error of r. The error of Read is that of ctx or of emit.
func Read(
	ctx context.Context, r io.Reader, d *Decoder, sec Section, emit func(record.Document) error,
	reject func(record.Rejected),
) error {
	refuse := func(number int64, id string, err error) {
		reject(record.Rejected{File: sec.File, Record: number, ID: id, Reason: err.Error()})
	}
	return eachLine(ctx, r, sec, func(l line) error {
		if l.blank() {
			return nil
		}
		text, undecoded := sec.decoded(l.text)
		f, problem := d.Decode(text)
		if problem != nil {
			refuse(l.number, f.ID, problem)
			return nil
		}
		f.Undecoded += undecoded
		return emit(sec.document(l, f))
	}, refuse)
}

// decoded returns a line in UTF-8, and how many of its characters could not be decoded.
func (sec Section) decoded(line []byte) (text []byte, undecoded int) {
	if name := sec.Charset.Name; name != "" && charset.Lines(name) {
		return charset.Line(line, name)
	}
	return line, 0
}

// document is that of a line with the given fields.
func (sec Section) document(l line, f Fields) record.Document {
	if !f.HasID {
		f.ID = sec.Name + ":" + strconv.FormatInt(l.number+1, 10)
	}
	set := sec.Charset
	set.Undecoded = f.Undecoded
	return record.Document{Side: sec.Side, ID: f.ID, File: sec.File, Record: l.number, Offset: l.start, Text: f.Text,
		Charset: set, Fields: f.Kept}
}

// line is one line of a file, or a value of a file that is no JSON Lines.
type line struct {
	number, start int64
	text          []byte // without its end; valid until the next line
	ended         bool   // by a line end, not by the end of the file
	// value is true for a value, before is what stands between the one before and it, and lead what stands before
	// the first one, which has no before.
	value        bool
	before, lead []byte
}

// blank reports whether there is only white space.
func (l line) blank() bool { return len(bytes.TrimSpace(l.text)) == 0 }

// eachLine calls f for the lines of a section and refuse for what is none. Its error is
// the context's or that of f.
func eachLine(
	ctx context.Context, r io.Reader, sec Section, f func(line) error, refuse func(number int64, id string, err error),
) error {
	in := buffers.Get().(*bufio.Reader)
	in.Reset(r)
	defer func() {
		in.Reset(nil)
		buffers.Put(in)
	}()
	if sec.Limit.Exceeded == nil {
		sec.Limit = record.LimitOf(record.MaxBytes)
	}
	l := lines{in: in, limit: int(sec.Limit.Bytes), at: sec.Start - Lead(sec.Start), number: sec.Lines}
	if sec.Start == 0 {
		l.skipMark()
		if head, _ := in.Peek(lineBytes); sec.Values && sec.End < 0 && Values(head) {
			return eachValue(ctx, l, sec, f, refuse)
		}
	} else if err := l.skipTo(ctx, sec); err != nil {
		if err == io.EOF || ctx.Err() != nil {
			return ctx.Err()
		}
		refuse(l.number, "", err)
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
		text, err := l.next()
		if err == errTooLong {
			refuse(l.number, "", sec.Limit.Exceeded())
			continue
		}
		if err != nil && (err != io.EOF && !isTrailing(err) || len(text) == 0) {
			if err != io.EOF {
				refuse(l.number, "", err)
			}
			return nil
		}
		if err := f(line{number: l.number, start: start, text: text, ended: err == nil}); err != nil {
			return err
		}
		if err != nil && err != io.EOF { // the last line was whole, something else follows
			l.number++
			refuse(l.number, "", err)
			return nil
		}
	}
	return nil
}

// isTrailing reports whether all data before the error is whole (compress.BrokenError).
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

// next returns the next line without its end; it is valid until the next call. With an error,
// it is the part before the error; with errTooLong, nothing.
func (l *lines) next() ([]byte, error) {
	part, err := l.in.ReadSlice('\n')
	l.at += int64(len(part))
	switch {
	case err == nil && len(part)-1 > l.limit, err == io.EOF && len(part) > l.limit:
		return nil, errTooLong
	case err == nil:
		return part[:len(part)-1], nil
	case err != bufio.ErrBufferFull:
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

// Text reads the line at the head of in, of any length, and returns its text. set is the character set of the lines,
// as in Section.
func Text(in *bufio.Reader, d *Decoder, set record.Charset) ([]byte, error) {
	l := lines{in: in, limit: math.MaxInt - 1}
	line, err := l.next()
	if err != nil && err != io.EOF && !isTrailing(err) {
		return nil, err
	}
	line, _ = Section{Charset: set}.decoded(line)
	f, err := d.Decode(line)
	return f.Text, err
}

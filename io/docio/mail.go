package docio

import (
	"context"
	"errors"
	"fmt"
	"io"

	"example.org/diagonal/io/mailio"
	"example.org/diagonal/io/record"
)

// message returns the document of a file with one message of mail. The error does not name the file.
func (in *Input) message(ctx context.Context) (*record.Document, error) {
	r, err := in.open(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	raw, err := in.all(r)
	if err != nil {
		return nil, err
	}
	return in.mailed(raw, in.id())
}

// mailed returns the document of a message.
func (in *Input) mailed(raw []byte, id string) (*record.Document, error) {
	m, err := mailio.Parse(raw)
	if err != nil {
		return nil, err
	}
	if in.skipped != nil && m.Unread > 0 {
		in.skipped(Skipped+"attachment", int64(m.Unread))
	}
	d := &record.Document{Side: in.Side, ID: id, File: in.Path, Text: m.Text}
	if m.HTML {
		d.Markup = in.params.markup(record.HTML)
	}
	return d, in.keep(d, m.Field)
}

// errNoMailbox is the error for a file that does not begin as a mailbox does.
var errNoMailbox = errors.New("this is no mailbox (mbox): it does not begin with a line From, an address and a date")

// messages reads the messages of a mailbox from a byte of the file on.
func (in *Input) messages(ctx context.Context, r io.Reader, start int64, emit func(record.Document) error, refuse func(number int64, id string, err error)) error {
	box := mailio.NewMailbox(r, start, int(in.limit().Bytes))
	for number := int64(0); ; number++ {
		raw, at, whole, err := box.Next()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && !mailio.Begins(raw) { // it can only be the first
			err = errNoMailbox
		}
		if err != nil {
			if err != io.EOF {
				refuse(number, "", err)
			}
			return nil
		}
		id := fmt.Sprintf("%s:%d", in.id(), number+1)
		var d *record.Document
		if !whole {
			err = in.limit().Exceeded()
		} else {
			d, err = in.mailed(raw, id)
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

// readMailbox reads a file of messages.
func readMailbox(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	r, err := in.open(ctx, 0)
	if err != nil {
		reject(record.Rejected{File: in.Path, Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	return in.messages(ctx, r, 0, emit, func(number int64, id string, err error) {
		reject(record.Rejected{File: in.Path, Record: number, ID: id, Reason: err.Error()})
	})
}

// fetchMailbox begins at each message, or at the beginning of the file where it is compressed.
func fetchMailbox(ctx context.Context, in *Input, offsets []int64, emit func(k int, d *record.Document)) error {
	read := func(start int64, p *picker) error {
		r, err := in.open(ctx, start)
		if err != nil {
			return err
		}
		defer r.Close()
		return p.end(in.messages(ctx, r, start, p.take, func(int64, string, error) {}))
	}
	if !isPlain(ctx, in.path) {
		return read(0, &picker{offsets: offsets, emit: emit})
	}
	return eachOffset(ctx, offsets, emit, read)
}

// eachOffset reads each record of a file that can be read from the middle. read reads the file from the byte start on.
// The error is the first.
func eachOffset(ctx context.Context, offsets []int64, emit func(k int, d *record.Document), read func(start int64, p *picker) error) (first error) {
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

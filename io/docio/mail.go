package docio

import (
	"context"
	"errors"
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

// mailbox is a file of messages.
var mailbox = serial{
	reader:   func(r io.Reader, start int64, limit int) nexter { return mailio.NewMailbox(r, start, limit) },
	begins:   mailio.Begins,
	none:     errors.New("this is no mailbox (mbox): it does not begin with a line From, an address and a date"),
	document: (*Input).mailed,
}

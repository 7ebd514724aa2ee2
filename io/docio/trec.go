package docio

import (
	"errors"
	"io"

	"example.org/diagonal/io/plainio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/trecio"
)

// trec is a file of documents of TREC.
var trec = serial{
	reader: func(r io.Reader, start int64, limit int) nexter { return trecio.NewReader(r, start, limit) },
	begins: trecio.Begins, none: errors.New("this is no document of TREC: it does not begin with <DOC> and <DOCNO>"),
	document: (*Input).ofTREC,
}

// ofTREC returns the document of a record of TREC. Of a web page the main text counts, of others all that is no tag.
func (in *Input) ofTREC(raw []byte, id string) (*record.Document, error) {
	parts := trecio.Parse(raw)
	markup := record.HTML
	if parts.Page {
		markup = in.params.markup(markup)
	}
	t, err := plainio.TextOf(parts.Text, markup, in.charset())
	if err != nil {
		return nil, err
	}
	d := &record.Document{Side: in.Side, Markup: markup, ID: id, File: in.Path, Text: t.Text, Charset: t.Charset}
	if parts.ID != "" {
		d.ID = record.UTF8(parts.ID)
	}
	return d, in.keep(d, func(name string) string { return record.UTF8(parts.Field(name)) })
}

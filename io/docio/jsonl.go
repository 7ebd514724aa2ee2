package docio

import (
	"bufio"
	"context"

	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
)

func readLines(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	r, section, decoder, err := in.OpenLines(ctx)
	if err != nil {
		reject(record.Rejected{File: in.Path, Record: in.Lines, Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	return jsonlio.Read(ctx, r, decoder, section, emit, reject)
}

func textOfLine(in *Input, set record.Charset, r *bufio.Reader) (*record.Document, error) {
	text, err := jsonlio.Text(r, jsonlio.NewDecoder(in.params.IDField, in.params.TextField), set)
	return &record.Document{Text: text, Charset: set}, err
}

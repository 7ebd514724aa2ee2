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

func textOfLine(p Params, r *bufio.Reader) ([]byte, error) {
	return jsonlio.Text(r, jsonlio.NewDecoder(p.IDField, p.TextField))
}

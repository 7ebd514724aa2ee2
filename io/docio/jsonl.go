package docio

import (
	"bufio"
	"context"

	"example.org/diagonal/io/jsonlio"
	"example.org/diagonal/io/record"
)

func readLines(ctx context.Context, in *input, emit func(record.Document) error, reject func(record.Rejected)) error {
	r, err := in.open(ctx, in.Start-jsonlio.Lead(in.Start))
	if err != nil {
		reject(record.Rejected{File: in.Path, Record: in.Lines, Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	return jsonlio.Read(ctx, r, jsonlio.NewDecoder(in.params.IDField, in.params.TextField), in.section(), emit, reject)
}

// section is the range as lines.
func (in *input) section() jsonlio.Section {
	return jsonlio.Section{
		File: in.Path, Side: in.Side, Name: in.id(), Start: in.Start, End: in.End, Lines: in.Lines, Limit: in.limit(),
	}
}

func textOfLine(p Params, r *bufio.Reader) ([]byte, error) {
	return jsonlio.Text(r, jsonlio.NewDecoder(p.IDField, p.TextField))
}

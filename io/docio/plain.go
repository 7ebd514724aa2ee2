package docio

import (
	"bufio"
	"context"
	"io"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/plainio"
	"example.org/diagonal/io/record"
)

func readText(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	return readFile(ctx, in, record.Plain, emit, reject)
}

func readHTML(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	return readFile(ctx, in, in.params.markup(record.HTML), emit, reject)
}

func readXML(ctx context.Context, in *Input, emit func(record.Document) error, reject func(record.Rejected)) error {
	return readFile(ctx, in, record.XML, emit, reject)
}

// readFile reads a file that is one document.
func readFile(ctx context.Context, in *Input, markup record.Markup, emit func(record.Document) error, reject func(record.Rejected)) error {
	r, err := in.open(ctx, 0)
	if err != nil {
		reject(record.Rejected{File: in.Path, ID: in.id(), Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	size := in.Bytes
	if _, kind := compress.Trim(in.path); kind != compress.None {
		size = expansions{}.text(size, kind)
	}
	doc := record.Document{Side: in.Side, Markup: markup, ID: in.id(), File: in.Path}
	return plainio.Read(ctx, r, doc, min(size, in.limit().Bytes), in.limit(), emit, reject)
}

func textOfFile(_ Params, r *bufio.Reader) ([]byte, error) {
	return io.ReadAll(r)
}

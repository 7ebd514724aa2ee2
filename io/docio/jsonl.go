package docio

import (
	"bufio"
	"context"
	"path"
	"strings"

	"example.org/diagonal/io/charset"
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

// mayBeValues reports whether a file of lines may be JSON that is no JSON Lines, by its name.
func mayBeValues(file string) bool {
	plain, _ := trim(file)
	return strings.EqualFold(path.Ext(plain), ".json")
}

func textOfLine(in *Input, set record.Charset, r *bufio.Reader) (*record.Document, error) {
	decoder := jsonlio.NewDecoder(in.params.IDField, in.params.TextField)
	read := func() ([]byte, error) { return jsonlio.Text(r, decoder, set) }
	if mayBeValues(in.Path) && (set.Name == "" || !charset.Lines(set.Name)) {
		read = func() ([]byte, error) { return jsonlio.Value(r, decoder) }
	}
	text, err := read()
	return &record.Document{Text: text, Charset: set}, err
}

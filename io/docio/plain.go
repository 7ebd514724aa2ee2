package docio

import (
	"bufio"
	"context"
	"errors"
	"io"

	"example.org/diagonal/io/compress"
	"example.org/diagonal/io/extract"
	"example.org/diagonal/io/plainio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
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
func readFile(
	ctx context.Context, in *Input, markup record.Markup, emit func(record.Document) error,
	reject func(record.Rejected),
) error {
	r, err := in.open(ctx, 0)
	if err != nil {
		reject(record.Rejected{File: in.Path, ID: in.id(), Reason: err.Error()})
		return ctx.Err()
	}
	defer r.Close()
	size := in.Bytes
	if _, kind := trim(in.path); kind != compress.None {
		size = expansions{}.text(size, kind)
	}
	return in.readPlain(ctx, r, markup, size, emit, reject)
}

// readPlain reads r as one document.
func (in *Input) readPlain(
	ctx context.Context, r io.Reader, markup record.Markup, size int64, emit func(record.Document) error,
	reject func(record.Rejected),
) error {
	doc := record.Document{Side: in.Side, Markup: markup, ID: in.id(), File: in.Path}
	p := plainio.Params{Size: min(size, in.limit().Bytes), Limit: in.limit(), Charset: in.charset(),
		Tables: in.params.Format != auto}
	return plainio.Read(ctx, r, doc, p, func(d record.Document) error {
		in.tell(d.Charset)
		err := in.scanned(&d)
		if err == nil {
			err = in.keepHeader(&d)
		}
		if err != nil {
			reject(record.Rejected{File: in.Path, ID: d.ID, Reason: err.Error()})
			return nil
		}
		return emit(d)
	}, reject)
}

func textOfFile(in *Input, _ record.Charset, r *bufio.Reader) (*record.Document, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return in.textOf(raw, lookup(in.Format).markup)
}

// textOf returns a document with the text of a file that was read again.
func (in *Input) textOf(raw []byte, markup record.Markup) (*record.Document, error) {
	t, err := plainio.TextOf(raw, markup, in.charset())
	d := &record.Document{Text: t.Text, Charset: t.Charset, Markup: markup}
	if err == nil {
		err = in.scanned(d)
	}
	if err == nil && in.params.Named {
		err = in.keepHeader(d)
	}
	return d, err
}

// errScan is the error for a scan that is to be written again.
var errScan = errors.New("this is a recognised page (ALTO, PAGE or hOCR), which cannot be written again: clean its text, which diagonal resemblance --write_texts=FOLDER writes")

// scanned makes a document of recognised pages, which are XML or HTML, a plain text with lines. Other documents stay.
func (in *Input) scanned(d *record.Document) error {
	text, lines, err := extract.Scan(d.Text, d.Markup)
	if text == nil || err != nil {
		return err
	}
	if in.params.All {
		return errScan
	}
	d.Text, d.Lines, d.Markup, d.Charset = text, lines, record.Plain, record.Charset{}
	return nil
}

// Text reads the text of one document again: the one at an offset of a file (record.Document), with
// the parameters that it was read with. The document has the fields Text, Markup and Charset. The error does not name
// the document.
func Text(ctx context.Context, p Params, file string, offset int64) (found *record.Document, err error) {
	err = fetch(ctx, p, nil, []ref{{file, offset}}, func(_ int, d *record.Document) { found = d })
	if err == nil && found == nil {
		err = errors.New("there is no document any more")
	}
	return found, err
}

// PathIn returns the path of a file that a plan has named in the folder dir (Plan.Dir), from any folder.
func PathIn(dir, file string) string { return store.Join(dir, file) }

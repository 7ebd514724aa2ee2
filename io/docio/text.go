package docio

import (
	"context"
	"errors"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

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

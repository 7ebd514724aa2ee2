package docio

import (
	"context"
	"errors"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/store"
)

// Text reads the text of one document again: the one at an offset of a file (record.Document), with
// the parameters that it was read with. The error does not name the document.
func Text(ctx context.Context, p Params, file string, offset int64) (text []byte, markup record.Markup, err error) {
	found := false
	err = fetch(ctx, p, nil, []ref{{file, offset}}, func(_ int, t []byte, m record.Markup) { text, markup, found = t, m, true })
	if err == nil && !found {
		err = errors.New("there is no document any more")
	}
	return text, markup, err
}

// PathIn returns the path of a file that a plan has named in the folder dir (Plan.Dir), from any folder.
func PathIn(dir, file string) string { return store.Join(dir, file) }

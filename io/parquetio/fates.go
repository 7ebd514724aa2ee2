package parquetio

import (
	"context"

	"example.org/diagonal/io/record"
)

// fates are what becomes of the rows of a row group. Rows are numbered from the first of the
// group, which is 0.
type fates struct {
	// spans are the rows that stay: each from its first number to the one behind its last.
	spans [][2]int64
	stay  int64
	// edits are the rows with another text. Their texts follow each other in texts.
	edits []edit
	texts *spill
}

type edit struct {
	row  int64
	size int
}

func (f *fates) keep(row int64) {
	f.stay++
	if n := len(f.spans); n > 0 && f.spans[n-1][1] == row {
		f.spans[n-1][1]++
		return
	}
	f.spans = append(f.spans, [2]int64{row, row + 1})
}

// fates asks e what becomes of the rows of a row group. Those that Read rejects go. The error is
// that of ctx, of the file or of e.
func (f *File) fates(ctx context.Context, g int, side record.Side, e record.Editor, texts *spill) (*fates, error) {
	to := &fates{texts: texts}
	texts.reset()
	r := rows{File: f, side: side, views: true, reject: func(record.Rejected) {}}
	r.emit = func(d record.Document) error {
		row := d.Record - f.groups[g].First
		if !e.Touches(d.Record) {
			to.keep(row)
			return nil
		}
		edited, err := e.Edit(owned(d))
		if err != nil || edited.Drop {
			return err
		}
		to.keep(row)
		if !edited.HasText {
			return nil
		}
		to.edits = append(to.edits, edit{row, len(edited.Text)})
		_, err = texts.Write(edited.Text)
		return err
	}
	err, _ := r.group(ctx, g)
	if failed := f.src.err(); failed != nil {
		err = failed
	}
	return to, err
}

// owned returns the document with a text of its own, at the offset that edits name.
func owned(d record.Document) record.Document {
	d.Text, d.Offset = append([]byte(nil), d.Text...), d.Record
	return d
}

// Visit calls see with the documents for whose numbers touches returns true, in the order of the
// file. The error is that of ctx, of the file or of see.
func (f *File) Visit(
	ctx context.Context, side record.Side, touches func(number int64) bool, see func(record.Document) error,
) error {
	for g := range f.groups {
		r := rows{File: f, side: side, views: true, unchecked: true, reject: func(record.Rejected) {}}
		r.emit = func(d record.Document) error {
			if !touches(d.Record) {
				return nil
			}
			return see(owned(d))
		}
		err, _ := r.group(ctx, g)
		if failed := f.src.err(); failed != nil {
			err = failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

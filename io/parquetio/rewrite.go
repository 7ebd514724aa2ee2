package parquetio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/record"
)

// Rewrite writes the rows of the file to w again, as e edits their texts. The schema, the
// metadata and the row groups stay as they are, and so does, byte for byte, each column chunk in
// which nothing changes. Pages of other chunks that do not change are copied, too; what
// changes is written in the version, the encoding and the codec of its page. Rows that Read
// rejects are left out, and so is the rest of a row group that is broken, and a row group of
// which nothing is left. The error is that of ctx, of the file, of w or of e.
//
// In memory is a page, with the dictionary of its column, and the numbers of the rows of a row
// group that change. What waits for its place in the file is in the folder scratch; "" is the
// system's folder of temporary files.
func (f *File) Rewrite(ctx context.Context, w io.Writer, scratch string, side record.Side, e record.Editor) error {
	texts, pages := &spill{dir: scratch}, &spill{dir: scratch}
	defer texts.close()
	defer pages.close()
	out, err := newFileWriter(w, f, pages)
	if err != nil {
		return err
	}
	for g := range f.groups {
		fates, err := f.fates(ctx, g, side, e, texts)
		if err != nil {
			return err
		}
		if fates.stay == 0 && f.groups[g].Rows > 0 {
			continue
		}
		if err := out.group(ctx, g, fates); err != nil {
			return err
		}
	}
	return out.close()
}

// changes reports whether a column of a row group is not what it was.
func (f *fates) changes(rows int64, isText bool) bool {
	return f.stay != rows || isText && len(f.edits) > 0
}

// walk goes over the rows of a column with their fates.
type walk struct {
	*fates
	span, edit int
	row        int64 // that was reached, -1 before the first
	texts      io.Reader
	text       []byte // scratch
	// replaced is true if the row that was reached has another text, a list, already.
	replaced bool
}

// stays reports whether the row that was reached stays.
func (w *walk) stays() bool {
	for w.span < len(w.spans) && w.spans[w.span][1] <= w.row {
		w.span++
	}
	return w.span < len(w.spans) && w.spans[w.span][0] <= w.row
}

// whole reports whether the rows from the one that was reached to the last one, which is behind
// more rows, stay as they are.
func (w *walk) whole(more int64) bool {
	return w.stays() && w.row+more < w.spans[w.span][1] && (w.edit == len(w.edits) || w.edits[w.edit].row > w.row+more)
}

// done reports whether no row after the one that was reached stays.
func (w *walk) done() bool {
	return len(w.spans) == 0 || w.row+1 >= w.spans[len(w.spans)-1][1]
}

// edited returns the text of the row that was reached, if it has another one.
func (w *walk) edited() (text []byte, ok bool, err error) {
	if w.edit == len(w.edits) || w.edits[w.edit].row != w.row {
		return nil, false, nil
	}
	w.text = resized(w.text, w.edits[w.edit].size)
	w.edit++
	_, err = io.ReadFull(w.texts, w.text)
	return w.text, true, err
}

// rebuild writes the rows of a column chunk that stay.
func (f *File) rebuild(ctx context.Context, in *chunkReader, out *chunkWriter, rows *walk) error {
	for !rows.done() || in.maxRep > 0 { // the last row of a list may go on in the next page
		err := in.next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := f.rebuildPage(in, out, rows); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) rebuildPage(in *chunkReader, out *chunkWriter, rows *walk) error {
	out.like(in)
	if n := in.rows(); n > 0 && in.begins(0) && !isDictionary(out.as) && in.values.dictionary == nil {
		rows.row++
		if rows.whole(n - 1) {
			rows.row += n - 1
			return out.copy(in)
		}
		rows.row--
	}
	next := 0 // of the values that are there
	for i := range int(in.pages.cut.values) {
		begins := in.begins(i)
		if begins {
			rows.row, rows.replaced = rows.row+1, false
		}
		var rep, def uint8
		if in.maxRep > 0 {
			rep = in.reps[i]
		}
		if in.maxDef > 0 {
			def = in.defs[i]
		}
		var v []byte
		null := def < in.maxDef
		if !null {
			v = in.values.at(next)
			next++
		}
		if !rows.stays() || rows.replaced {
			continue
		}
		text, ok, err := rows.edited()
		if err != nil {
			return err
		}
		if ok && f.lines != nil {
			rows.replaced = true
			if err := out.addLines(text, begins); err != nil {
				return err
			}
			continue
		}
		if ok {
			v = text
		}
		if err := out.add(v, null, begins, rep, def); err != nil {
			return err
		}
	}
	return out.flush()
}

// nameOf is the name of a column, as Fields has it.
func nameOf(c *parquet.Column) string { return strings.Join(c.Path(), ".") }

// wrap says in which column of a row group an error is.
func wrap(err error, g int, c *parquet.Column) error {
	return fmt.Errorf("row group %d, column %q: %w", g, nameOf(c), err)
}

package parquetio

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"example.org/diagonal/io/columns"
	"example.org/diagonal/io/record"
)

// Counts are the numbers of rows. Records = Documents + Rejected, as long as no part of the
// file is broken; the rows of a broken part are rejected together, as one.
type Counts struct {
	Records   int64
	Documents int64
	Rejected  int64
	// Bytes is the size of the texts.
	Bytes int64
}

// Read calls emit with the documents of the row groups with these indices, and reject with a
// row without a text and with the rest of a row group that is broken. emit may keep the
// text. The error is that of ctx, of the file or of emit.
//
// A document's Record is the number of its row in the file; its Offset is 0.
func (f *File) Read(
	ctx context.Context, side record.Side, groups []int, emit func(record.Document) error, reject func(record.Rejected),
) (Counts, error) {
	r := rows{File: f, side: side, emit: emit, reject: reject}
	for _, g := range groups {
		stop, err := r.group(ctx, g)
		if failed := f.src.err(); failed != nil {
			stop = failed
		}
		if stop != nil {
			return r.counts, fmt.Errorf("%s, row %d: %w", f.name, r.row, stop)
		}
		if err != nil {
			left := f.groups[g].First + f.groups[g].Rows - r.row
			r.counts.Records += left
			r.lose("", fmt.Sprintf("row group %d is broken from here on, %d rows are lost: %v", g, left, err))
		}
	}
	return r.counts, nil
}

// rows reads rows of one file.
type rows struct {
	*File
	side   record.Side
	emit   func(record.Document) error
	reject func(record.Rejected)
	// views is true if emit does not keep the text.
	views bool
	// unchecked leaves out the check of Fields.All.
	unchecked bool
	row       int64
	counts    Counts
}

func (r *rows) lose(id, reason string) {
	r.counts.Rejected++
	r.reject(record.Rejected{File: r.name, Record: r.row, ID: id, Reason: reason})
}

// group reads a row group. The first error ends all reading, the second that of
// the group.
func (r *rows) group(ctx context.Context, g int) (stop, broken error) {
	r.row = r.groups[g].First
	if r.all && !r.unchecked {
		if err := r.check(ctx, g); err != nil {
			return ctx.Err(), err
		}
	}
	chunks := r.checked[g].chunks
	text := texts{cursor: cursor{chunk: chunks[r.text.Index()]}, list: r.lines, limit: r.limit}
	defer text.close()
	var ids cursor
	if r.id != nil {
		ids.chunk = chunks[r.id.Index()]
		defer ids.close()
	}
	kept := make([]cursor, len(r.keep))
	for i, c := range r.keep {
		kept[i].chunk = chunks[c.Index()]
		defer kept[i].close()
	}
	for end := r.row + r.groups[g].Rows; r.row < end; r.row++ {
		if err := ctx.Err(); err != nil {
			return err, nil
		}
		value, null, refused, err := text.next()
		if err != nil {
			return nil, err
		}
		id := columns.RowID(r.name, r.row)
		if r.id != nil {
			v, err := ids.next()
			if err != nil {
				return nil, err
			}
			if !v.IsNull() {
				id = idOf(v, r.id.Type())
			}
		}
		fields, tooLarge, err := r.fields(kept)
		if err != nil {
			return nil, err
		}
		r.counts.Records++
		if tooLarge != nil {
			r.lose(id, tooLarge.Error())
			continue
		}
		if err := cmp.Or(refused, columns.CheckText(value, null, r.limit)); err != nil {
			r.lose(id, err.Error())
			continue
		}
		d := record.Document{Side: r.side, ID: id, File: r.name, Record: r.row, Text: value, Fields: fields}
		if !r.views {
			d.Text = append([]byte(nil), d.Text...)
		}
		r.counts.Documents++
		r.counts.Bytes += int64(len(d.Text))
		if err := r.emit(d); err != nil {
			return err, nil
		}
	}
	return nil, nil
}

// idOf is an id as text. Integers are written out, UUIDs in their usual form.
func idOf(v parquet.Value, t parquet.Type) string {
	kind := t.String()
	unsigned := strings.HasPrefix(kind, "INT(") && strings.HasSuffix(kind, "false)")
	switch {
	case v.Kind() == parquet.Int32 && unsigned:
		return strconv.FormatUint(uint64(v.Uint32()), 10)
	case v.Kind() == parquet.Int32:
		return strconv.FormatInt(int64(v.Int32()), 10)
	case v.Kind() == parquet.Int64 && unsigned:
		return strconv.FormatUint(v.Uint64(), 10)
	case v.Kind() == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	}
	b := v.ByteArray()
	if kind == "UUID" && len(b) == 16 {
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	return record.UTF8(string(b))
}

// A cursor walks over the values of a column chunk.
type cursor struct {
	chunk  parquet.ColumnChunk
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buf    [64]parquet.Value // views of the page
	left   []parquet.Value
}

// next is the next value, a view that is valid up to the following call.
func (c *cursor) next() (parquet.Value, error) {
	if len(c.left) == 0 {
		if err := guard(c.fill); err == io.EOF {
			return parquet.Value{}, io.ErrUnexpectedEOF // the caller counts rows
		} else if err != nil {
			return parquet.Value{}, err
		}
	}
	v := c.left[0]
	c.left = c.left[1:]
	return v, nil
}

// goesOn reports whether the row of the value that was read last has another one. That value is no longer valid.
func (c *cursor) goesOn() (bool, error) {
	if len(c.left) == 0 {
		if err := guard(c.fill); err == io.EOF {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	return c.left[0].RepetitionLevel() > 0, nil
}

// fill reads at least one value. The error is io.EOF after the last one.
func (c *cursor) fill() error {
	for len(c.left) == 0 {
		if c.values == nil {
			if err := c.turn(); err != nil {
				return err
			}
		}
		n, err := c.values.ReadValues(c.buf[:])
		c.left = c.buf[:n]
		if err != nil || n == 0 {
			c.values = nil // the page goes at the next turn: buf is a view of it
		}
		if err != nil && err != io.EOF {
			return err
		}
	}
	return nil
}

// turn goes to the next page.
func (c *cursor) turn() error {
	c.release()
	if c.pages == nil {
		c.pages = c.chunk.Pages()
	}
	page, err := c.pages.ReadPage()
	if err != nil {
		return err
	}
	c.page, c.values = page, page.Values()
	return nil
}

func (c *cursor) release() {
	if c.page != nil {
		parquet.Release(c.page)
		c.page = nil
	}
}

func (c *cursor) close() {
	c.release()
	if c.pages != nil {
		c.pages.Close()
	}
}

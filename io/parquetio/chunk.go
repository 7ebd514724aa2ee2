package parquetio

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// chunkReader reads the pages of a column chunk.
type chunkReader struct {
	decoder
	pages *pages
	// header is that of the last data page.
	header *format.PageHeader
	// dictionaryAs is the encoding that the header of the dictionary names.
	dictionaryAs format.Encoding
}

// leaves returns the columns with values, in the order of the file.
func (f *File) leaves() []*parquet.Column { return leaves(f.file.Root(), nil) }

// chunk opens a column chunk of a row group.
func (f *File) chunk(g int, c *parquet.Column) (*chunkReader, error) {
	if c.Index() >= len(f.checked[g].chunks) {
		return nil, errors.New("it is missing")
	}
	file, ok := f.checked[g].chunks[c.Index()].(chunk)
	if !ok {
		return nil, errors.New("it is not in the file")
	}
	meta := &f.file.Metadata().RowGroups[g].Columns[c.Index()].MetaData
	of, err := columnOf(meta, c)
	if err != nil {
		return nil, err
	}
	return &chunkReader{decoder: decoder{column: of}, pages: file.checked()}, nil
}

// next reads the next data page. The error is io.EOF after the last one.
func (r *chunkReader) next(ctx context.Context) error {
	for p := r.pages; ; {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case p.err != nil:
			return p.err
		case p.good >= p.end:
			return io.EOF
		}
		at := p.good
		h, _, plain, err := p.step()
		if err != nil {
			return err
		}
		r.header = h
		if h.Type == format.DictionaryPage {
			r.dictionaryAs = h.DictionaryPageHeader.V.Encoding
			err = r.dictionaryOf(plain, int(h.DictionaryPageHeader.V.NumValues))
		} else {
			err = r.page(&p.cut)
		}
		if err != nil {
			return fmt.Errorf("the page at byte %d: %w", at, err)
		}
		if h.Type != format.DictionaryPage {
			return nil
		}
	}
}

// begins reports whether a row begins with a value of the page.
func (r *chunkReader) begins(i int) bool { return r.maxRep == 0 || r.reps[i] == 0 }

// rows returns how many rows begin in the page.
func (r *chunkReader) rows() (n int64) {
	if r.maxRep == 0 {
		return r.pages.cut.values
	}
	for _, rep := range r.reps {
		if rep == 0 {
			n++
		}
	}
	return n
}

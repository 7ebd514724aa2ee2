package lookup

import (
	"context"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
)

// Document returns the document of the index with an id. ok is false if there is none, or if it cannot be read or has
// changed. The text is valid until the next call.
func (s *Searcher) Document(ctx context.Context, id string) (d record.Document, ok bool, err error) {
	refs, err := s.index.Named(id)
	if err != nil || len(refs) == 0 {
		return d, false, err
	}
	r, err := s.read(ctx, refs[0])
	if r == nil {
		return d, false, err
	}
	return r.document, true, nil
}

// excerptBytes is the largest number of bytes that Excerpt looks at: of them a page may show few.
const excerptBytes = 4 << 10

// Excerpt returns the beginning of a range of a document of the index, in bytes, without markup: for
// people. It is empty if the document is not there or cannot be read.
func (s *Searcher) Excerpt(ctx context.Context, id string, start, end int64) ([]byte, error) {
	refs, err := s.index.Named(id)
	if err != nil || len(refs) == 0 {
		return nil, err
	}
	r, err := s.read(ctx, refs[0])
	if r == nil {
		return nil, err
	}
	b, _ := r.document.Piece(start, end)
	b = b[:min(len(b), excerptBytes)]
	b, _ = analysis.Shown(b, r.document.Markup)
	return b, nil
}

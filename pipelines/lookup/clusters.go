package lookup

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/locate"
)

func init() {
	dofn.Plain(&excerptFn{})
	register.Emitter1[record.Excerpt]()
	register.Emitter2[int, []byte]()
}

// sides sends both sides of the passages of a query to the clusters. A document of the index has no place to
// be read at: excerptFn reads it by its id.
func (st *find) sides(query *record.Document, passages []record.Passage) {
	own := *query
	own.Side = record.Input
	from := own.Key(record.Content(own.Text))
	origin := record.Origin{File: own.File, Record: own.Record, Offset: own.Offset}
	for i := range passages {
		p := &passages[i]
		keys := [2]uint64{from, record.Key(record.Source, p.B, 0)}
		for n, s := range locate.SidesOf(mix.Full(from+uint64(i)), p, [2]record.Origin{origin}) {
			st.Sides.Add(keys[n], s)
		}
	}
}

// excerptFn divides clusters into those whose representative is in a query, and those whose
// representative is in the index. It reads the texts of the latter.
type excerptFn struct{ Access access }

func (fn *excerptFn) ProcessElement(
	ctx context.Context, e record.Excerpt, ofQueries, ofIndex func(record.Excerpt),
) error {
	var c record.Cluster
	if err := record.FromJSON(e.Value, &c); err != nil {
		return err
	}
	if !c.Representative.Source {
		ofQueries(e)
		return nil
	}
	searcher, err := fn.Access.open(ctx)
	if err != nil {
		return err
	}
	text, err := searcher.Excerpt(ctx, c.Representative.ID, e.ByteStart, e.ByteEnd)
	if err != nil {
		return err
	}
	e.Text, e.Cut = record.UTF8(string(text)), len(text) > 0 && e.ByteEnd-e.ByteStart > excerptBytes
	ofIndex(e)
	return nil
}

func (fn *excerptFn) Teardown() { fn.Access.close() }

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

package lookup

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/io/record"
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

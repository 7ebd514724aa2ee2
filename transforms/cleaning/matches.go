package cleaning

import (
	"cmp"
	"context"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
)

func init() {
	engine.RegisterMap[*similarPairs]()
	engine.RegisterMap[*equals]()
	engine.RegisterJoin[*mostSimilar]()
}

// similar is what is known of a document of the input, its key: a document of the source that it resembles, or one of
// the input that equals it.
type similar struct {
	ID          string
	Equal       bool
	Resemblance float64
}

type similarRecord = record.AsJSON[similar]

// similar adds the copies of documents that one of the source resembles.
func (found Findings) similar(s beam.Scope, p Params, c *Copies) {
	if !found.Matches.IsValid() {
		return
	}
	pairs := engine.Map(s, p.Shuffle, "cleaning.Matches", found.Matches, &similarPairs{})
	equal := engine.Map(s, p.Shuffle, "cleaning.Equals", found.Equals, &equals{})
	st := &mostSimilar{finding{Copies: engine.To[Copy](p.Shuffle)}}
	engine.Join(s, "cleaning.Similar", st, pairs.Pairs.Sent(), equal.Equals.Sent())
	st.sent(s, &c.Groups, &c.Ledger)
}

// similarPairs sends pairs to their documents of the input.
type similarPairs struct {
	Pairs engine.Send[string, similarRecord]
}

func (st *similarPairs) Map(_ context.Context, p record.SimilarPair) error {
	st.Pairs.Add(p.A, similarRecord{Of: similar{ID: p.B, Resemblance: p.Resemblance}})
	return nil
}

// equals sends documents of the input to those that they equal.
type equals struct {
	Equals engine.Send[string, similarRecord]
}

func (st *equals) Map(_ context.Context, e record.Equal) error {
	if !e.Source {
		st.Equals.Add(e.Equal, similarRecord{Of: similar{ID: e.ID, Equal: true}})
	}
	return nil
}

// mostSimilar drops a document, and those that equal it, for the document of the source that resembles it most; of
// several, for that with the smallest id.
type mostSimilar struct{ finding }

func (st *mostSimilar) Join(_ context.Context, id string, all iter.Seq[*similarRecord]) error {
	var best *similar
	drop := []string{id}
	for r := range all {
		s := &r.Of
		if s.Equal {
			drop = append(drop, s.ID)
		} else if best == nil || cmp.Or(cmp.Compare(best.Resemblance, s.Resemblance), cmp.Compare(s.ID, best.ID)) < 0 {
			best = s
		}
	}
	if best == nil {
		return nil
	}
	for _, id := range drop {
		st.Ledger.Add(SimilarDocuments, 1)
		st.send(Copy{ID: id, Kind: similarCopy, KeptID: best.ID})
	}
	return nil
}

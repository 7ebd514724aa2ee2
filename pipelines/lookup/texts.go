package lookup

import (
	"context"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/normal"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/lookup/neartext"
)

// texts finds the texts that are most similar to the query.
func (s *Searcher) texts(ctx context.Context, query *record.Document) error {
	var refs []indexio.Ref
	var candidates []neartext.Candidate
	var places []uint32
	var runs []neartext.Run
	// longest is the length of a run whose signatures may be further from each other.
	weights, longest := s.ranks, s.text.Length()
	if s.params.EqualWeights {
		weights, longest = nil, 0
	}
	byDocument(s.hits, func(hits []hit) {
		places = places[:0]
		for _, h := range hits {
			places = append(places, h.place)
		}
		runs = neartext.Runs(runs[:0], s.winnow, places, hits[0].length, longest)
		for _, r := range runs {
			candidates = append(candidates, neartext.Candidate{Document: uint64(len(refs)), Run: r})
		}
		refs = append(refs, hits[0].ref)
	})
	asked := neartext.NewQuery(&s.text, s.winnow.Q, weights)
	found, work, err := neartext.Best(asked, s.params.Texts, candidates, &source{ctx, s, refs})
	if err != nil {
		return err
	}
	s.count(Candidates, int(work.Candidates))
	s.count(CandidatePlaces, int(work.Length))
	s.count(Computed, int(work.Computed))
	s.count(ComputedPlaces, int(work.ComputedLength))
	for rank, f := range found {
		r, err := s.read(ctx, refs[f.Document])
		if err != nil {
			return err
		}
		if r == nil {
			continue
		}
		first, end := r.text().Within(f.Start, f.End)
		part := r.normal.Part(first, end)
		i, j := asked.Trim(&part)
		first, end = first+i, first+j
		from, to := r.normal.Bytes(r.readable, first, end)
		place := r.layout.Places(nil, []segment.Span{{Start: from, End: to}})[0]
		bytes := r.document.Charset.Bytes.Cursor()
		s.answer.Texts = append(s.answer.Texts, record.NearText{
			Query: query.ID, Rank: int64(rank + 1), ID: f.ID, Start: place.Start, End: place.End,
			ByteStart: bytes.ToFile(place.ByteStart), ByteEnd: bytes.ToFile(place.ByteEnd),
			Similarity: record.Round(f.Similarity),
		})
	}
	return nil
}

// source has the documents of the candidates of a query, by their number in refs.
type source struct {
	ctx  context.Context
	s    *Searcher
	refs []indexio.Ref
}

func (src *source) ID(n uint64) (string, bool, error) {
	d, ok, err := src.s.index.Document(src.refs[n])
	return d.ID, ok && !src.s.unread[src.refs[n]], err
}

func (src *source) Text(n uint64) (*normal.Text, error) {
	if err := src.ctx.Err(); err != nil {
		return nil, err
	}
	r, err := src.s.read(src.ctx, src.refs[n])
	if r == nil {
		return nil, err
	}
	return r.text(), nil
}

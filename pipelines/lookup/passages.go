package lookup

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/lookup/normal"
)

const (
	// mostDocuments is the number of documents that are aligned with a query at most, for each
	// perDocuments signatures of the query: a query of boilerplate has no end of them.
	mostDocuments = 100
	perDocuments  = 100
	// mostSingle is the number of documents with one signature of the query that are read at most,
	// for each perDocuments signatures: those with the rarest ones.
	mostSingle = 40
	// leastCommon is the least length of the text around the signature, in places, that a
	// document has in common with the query if they share one signature only.
	leastCommon = 16
)

// ruler is where the sentences of a document are.
type ruler = catalogue.Entry

// ranked is a document that shares signatures with the query.
type ranked struct {
	ref indexio.Ref
	// distinct is the number of signatures, weight how rare they are.
	distinct int
	weight   float64
	// one is a hit.
	one hit
}

// passages aligns the query with the documents that share signatures with it.
func (s *Searcher) passages(ctx context.Context, query *record.Document) error {
	several, single := s.rank()
	if len(several) == 0 && len(single) == 0 {
		return nil
	}
	parts := 1 + len(s.signatures)/perDocuments
	if most := mostDocuments * parts; len(several) > most {
		s.count(Capped, len(several)-most)
		several = several[:most]
	}
	if most := mostSingle * parts; len(single) > most {
		s.count(Capped, len(single)-most)
		single = single[:most]
	}
	own := *query
	own.Side = record.Input
	a, e := s.analyser.Analyse(&own)
	entry := *e
	entry.Sentences = slices.Clone(e.Sentences)
	together, err := s.aligner.Document(&a)
	if err != nil {
		return err
	}
	for i, d := range slices.Concat(several, single) {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := s.read(ctx, d.ref)
		if err != nil {
			return err
		}
		if r == nil {
			continue
		}
		if i >= len(several) && s.common(&r.normal, d.one) < leastCommon {
			s.count(Single, 1)
			continue
		}
		if err := s.align(together, &entry, r); err != nil {
			return err
		}
	}
	slices.SortFunc(s.answer.Passages, func(x, y record.Passage) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	return nil
}

// rank returns the documents with several signatures of the query near each other, and with one, the
// best first.
func (s *Searcher) rank() (several, single []ranked) {
	reach := uint32(2*s.winnow.W + s.winnow.Q - 2)
	seen := map[uint32]bool{}
	byDocument(s.hits, func(hits []hit) {
		best := ranked{}
		for i := 0; i < len(hits); {
			first := i
			for i++; i < len(hits) && hits[i].place-hits[i-1].place <= reach; i++ {
			}
			clear(seen)
			run := ranked{ref: hits[first].ref, one: hits[first]}
			for _, h := range hits[first:i] {
				if !seen[h.signature] {
					seen[h.signature] = true
					run.distinct++
					run.weight += 1 / math.Log2(1+float64(h.list))
				}
				if h.list < run.one.list {
					run.one = h
				}
			}
			if best.distinct == 0 || compareRanked(run, best) < 0 {
				best = run
			}
		}
		if best.distinct > 1 {
			several = append(several, best)
		} else {
			single = append(single, best)
		}
	})
	slices.SortFunc(several, compareRanked)
	slices.SortFunc(single, compareRanked)
	return several, single
}

func compareRanked(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.distinct, a.distinct), cmp.Compare(b.weight, a.weight), cmp.Compare(a.ref.Key, b.ref.Key), cmp.Compare(a.ref.Segment, b.ref.Segment), cmp.Compare(a.one.place, b.one.place))
}

// common returns the length, in places, of the text around a hit that the document and the query have
// in common: the longest for any place of the signature in the query.
func (s *Searcher) common(d *normal.Text, h hit) (longest uint32) {
	g := s.signatures[h.signature].Gram
	for _, own := range s.signatures {
		if own.Gram != g {
			continue
		}
		a, b := s.text.Char(own.Place), d.Char(h.place)
		i, j := a, b
		for i < len(s.text.Chars) && j < len(d.Chars) && s.text.Chars[i] == d.Chars[j] {
			i, j = i+1, j+1
		}
		end := s.text.Place(i)
		for i, j = a, b; i > 0 && j > 0 && s.text.Chars[i-1] == d.Chars[j-1]; {
			i, j = i-1, j-1
		}
		longest = max(longest, end-s.text.Place(i))
	}
	return longest
}

// align aligns the query with a document.
func (s *Searcher) align(query *alignment.Together, entry *catalogue.Entry, r *read) error {
	if r.together == nil {
		a, e := s.analyser.Analyse(&r.document)
		r.ruler = *e
		r.ruler.Sentences = slices.Clone(e.Sentences)
		var err error
		if r.together, err = s.aligner.Document(&a); err != nil {
			return err
		}
	}
	s.count(Aligned, 1)
	for _, f := range s.aligner.Align(nil, query, r.together) {
		a, b := entry.PlaceOf(f.ARange), r.ruler.PlaceOf(f.BRange)
		s.answer.Passages = append(s.answer.Passages, record.Passage{
			A: a.ID, AStart: a.Start, AEnd: a.End, AByteStart: a.ByteStart, AByteEnd: a.ByteEnd, ASentence: a.Sentence, ASentences: a.Sentences,
			B: b.ID, BStart: b.Start, BEnd: b.End, BByteStart: b.ByteStart, BByteEnd: b.ByteEnd, BSentence: b.Sentence, BSentences: b.Sentences,
			Kind: f.Kind.Name(), Matched: f.Matched, Similarity: record.Round(f.Similarity),
		})
	}
	return nil
}

package lookup

import (
	"bytes"
	"context"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/catalogue"
)

// ruler is where the sentences of a document are.
type ruler = catalogue.Entry

// passages aligns the query with the documents that share signatures with it.
func (s *Searcher) passages(ctx context.Context, query *record.Document) error {
	sure, others := s.rank()
	if len(sure) == 0 && len(others) == 0 {
		return nil
	}
	if most := mostDocuments * (1 + len(s.signatures)/perSignatures); len(sure) > most {
		s.count(Beyond, len(sure)-most)
		sure = sure[:most]
	}
	most := leastOthers + int(s.text.Length()/placesPerOther)
	s.count(Capped, len(others)-most)
	others = first(others, most)
	own := *query
	own.Side = record.Input
	a, e := s.analyser.Analyse(&own)
	entry := *e
	entry.Sentences = slices.Clone(e.Sentences)
	together, err := s.aligner.Document(&a)
	if err != nil {
		return err
	}
	for _, d := range slices.Concat(sure, others) {
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
		if err := s.align(&own, together, &entry, r); err != nil {
			return err
		}
	}
	slices.SortFunc(s.answer.Passages, func(x, y record.Passage) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	return nil
}

// align aligns the query with a document. own is its text.
func (s *Searcher) align(own *record.Document, query *alignment.Together, entry *catalogue.Entry, r *read) error {
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
		p := record.Passage{
			A: a.ID, AStart: a.Start, AEnd: a.End, AByteStart: a.ByteStart, AByteEnd: a.ByteEnd, ASentence: a.Sentence, ASentences: a.Sentences,
			B: b.ID, BStart: b.Start, BEnd: b.End, BByteStart: b.ByteStart, BByteEnd: b.ByteEnd, BSentence: b.Sentence, BSentences: b.Sentences,
			Kind: f.Kind.Name(), Matched: f.Matched, Similarity: record.Round(f.Similarity),
			Source: true,
		}
		if s.params.WithText > 0 {
			p.AText, p.ATextCut, _ = analysis.Piece(own.Text, own.Markup, p.AByteStart, p.AByteEnd, s.params.WithText)
			p.BText, p.BTextCut, _ = analysis.Piece(r.document.Text, r.document.Markup, p.BByteStart, p.BByteEnd, s.params.WithText)
		}
		s.answer.Passages = append(s.answer.Passages, p)
	}
	return nil
}

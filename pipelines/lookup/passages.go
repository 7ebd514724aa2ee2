package lookup

import (
	"bytes"
	"context"
	"slices"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/catalogue"
)

// ruler is where the sentences of a document are.
type ruler = catalogue.Entry

// passages aligns the query with the documents that share signatures with it.
func (s *Searcher) passages(ctx context.Context, query *record.Document) error {
	if len(s.hits) == 0 {
		return nil
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
	s.crowd, s.cited = nil, nil
	if crowds := s.crowds(); len(crowds) > 0 {
		if err := s.findHot(ctx, &own, together, &entry, crowds); err != nil {
			return err
		}
	}
	maxSure, maxOthers := maxDocuments*(1+len(s.signatures)/perSignatures),
		minOthers+int(s.text.Length()/placesPerOther)
	if err := s.complete(ctx, 2*(maxSure+maxOthers)); err != nil {
		return err
	}
	sure, others := s.rank()
	if len(sure) > maxSure {
		s.count(Beyond, len(sure)-maxSure)
		sure = sure[:maxSure]
	}
	s.count(Capped, len(others)-maxOthers)
	others = first(others, maxOthers)
	for _, d := range slices.Concat(sure, others) {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := s.readAnalysed(ctx, d.ref)
		if err != nil {
			return err
		}
		if r == nil {
			continue
		}
		if err := s.mark(r); err != nil {
			return err
		}
		s.align(&own, together, &entry, r)
	}
	slices.SortFunc(s.answer.Passages, func(x, y record.Passage) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	return nil
}

// readAnalysed is read, of a document that is to be aligned.
func (s *Searcher) readAnalysed(ctx context.Context, ref indexio.Ref) (*read, error) {
	r, err := s.read(ctx, ref)
	if err != nil || r == nil || r.together != nil {
		return r, err
	}
	a, e := s.analyser.Analyse(&r.document)
	r.ruler = *e
	r.ruler.Sentences = slices.Clone(e.Sentences)
	r.together, err = s.aligner.Document(&a)
	return r, err
}

// mark marks what is hot in a document for the query at hand.
func (s *Searcher) mark(r *read) (err error) {
	if r.together.Unmark(); s.crowd != nil {
		_, err = s.crowd.Mark(r.together, func(alignment.HotSentence) {})
	}
	return err
}

// align aligns the query with a document. own is its text.
func (s *Searcher) align(own *record.Document, query *alignment.Together, entry *catalogue.Entry, r *read) {
	s.count(Aligned, 1)
	for _, f := range s.aligner.Align(nil, query, r.together) {
		a, b := entry.PlaceOf(f.ARange), r.ruler.PlaceOf(f.BRange)
		p := record.Passage{
			A: a.ID, AStart: a.Start, AEnd: a.End, AByteStart: a.ByteStart, AByteEnd: a.ByteEnd, ASentence: a.Sentence,
			ASentences: a.Sentences,
			B:          b.ID, BStart: b.Start, BEnd: b.End, BByteStart: b.ByteStart, BByteEnd: b.ByteEnd,
			BSentence:  b.Sentence,
			BSentences: b.Sentences,
			Kind:       f.Kind.Name(), Matched: f.Matched, Similarity: record.Round(f.Similarity),
			Source: true,
		}
		if s.params.WithFields {
			p.BFields = r.document.Fields
		}
		if s.params.WithText > 0 {
			p.AText, p.ATextCut, _ = analysis.Piece(own, p.AByteStart, p.AByteEnd, s.params.WithText)
			p.BText, p.BTextCut, _ = analysis.Piece(&r.document, p.BByteStart, p.BByteEnd, s.params.WithText)
		}
		if s.params.WithLocs {
			if r.cited == nil {
				r.cited = analysis.Cite(&r.document)
			}
			if s.cited == nil {
				s.cited = analysis.Cite(own)
			}
			s.cited.Set(&p, 0)
			r.cited.Set(&p, 1)
		}
		s.answer.Passages = append(s.answer.Passages, p)
	}
}

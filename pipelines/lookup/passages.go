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
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/lookup/normal"
)

const (
	// mostDocuments is the number of documents that are aligned with a query at most, for each
	// perDocuments signatures of the query: a query of boilerplate has no end of them.
	mostDocuments = 100
	perDocuments  = 100
	// mostRead is the number of documents that are read at most although chance may have brought
	// them, for each perDocuments signatures.
	mostRead = 60
	// leastCommon is the least length of the text around a signature, in places, that such a
	// document has in common with the query.
	leastCommon = 12
)

// parts is the number of parts of the query that each have their number of documents.
func (s *Searcher) parts() int { return 1 + len(s.signatures)/perDocuments }

// ruler is where the sentences of a document are.
type ruler = catalogue.Entry

// ranked is a document that shares signatures with the query.
type ranked struct {
	ref indexio.Ref
	// evidence is how surely the document shares text with the query: the negative decimal
	// logarithm of the number of documents that share so many and so rare signatures by chance.
	evidence float64
	// hits are those of the run with the most evidence.
	hits []hit
}

// passages aligns the query with the documents that share signatures with it.
func (s *Searcher) passages(ctx context.Context, query *record.Document) error {
	sure, others := s.rank()
	if len(sure) == 0 && len(others) == 0 {
		return nil
	}
	parts := s.parts()
	if most := mostDocuments * parts; len(sure) > most {
		s.count(Beyond, len(sure)-most)
		sure = sure[:most]
	}
	if most := mostRead * parts; len(others) > most {
		s.count(Capped, len(others)-most)
	}
	others = first(others, mostRead*parts)
	own := *query
	own.Side = record.Input
	a, e := s.analyser.Analyse(&own)
	entry := *e
	entry.Sentences = slices.Clone(e.Sentences)
	together, err := s.aligner.Document(&a)
	if err != nil {
		return err
	}
	for i, d := range slices.Concat(sure, others) {
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
		if i >= len(sure) && s.common(&r.normal, d.hits) < leastCommon {
			s.count(Little, 1)
			continue
		}
		if err := s.align(&own, together, &entry, r); err != nil {
			return err
		}
	}
	slices.SortFunc(s.answer.Passages, func(x, y record.Passage) int { return bytes.Compare(x.SortKey(), y.SortKey()) })
	return nil
}

// rank returns the documents that share so many and so rare signatures with the query near each
// other that chance would not bring one of them, the best first, and all others.
//
// The text of the collection has windows of so many places as a run of one hit has. A signature with n
// places is by chance in one of windows/n of them. A query of s signatures has s to choose from for
// each that is shared. So k shared ones are expected by chance in windows·Π(s·n/windows) windows.
func (s *Searcher) rank() (sure, others []ranked) {
	reach := uint32(2*s.winnow.W + s.winnow.Q - 2)
	windows := math.Max(float64(s.places)/float64(reach), 1)
	choice := math.Log10(float64(len(s.signatures)))
	seen := map[uint32]bool{}
	byDocument(s.hits, func(hits []hit) {
		best := ranked{}
		for i := 0; i < len(hits); {
			first := i
			for i++; i < len(hits) && hits[i].place-hits[i-1].place <= reach; i++ {
			}
			if len(seen) > 0 {
				clear(seen)
			}
			run := ranked{hits[first].ref, -math.Log10(windows), hits[first:i]}
			for _, h := range run.hits {
				if !seen[h.signature] {
					seen[h.signature] = true
					run.evidence += math.Max(math.Log10(windows/float64(h.list))-choice, 0)
				}
			}
			// A long run covers more windows.
			length := run.hits[len(run.hits)-1].place - run.hits[0].place
			run.evidence -= math.Max(float64(len(seen)-1), 0) * math.Log10(1+float64(length)/float64(reach))
			if best.hits == nil || compareRanked(run, best) < 0 {
				best = run
			}
		}
		if best.evidence > 0 {
			sure = append(sure, best)
		} else {
			others = append(others, best)
		}
	})
	slices.SortFunc(sure, compareRanked)
	return sure, others
}

// first returns the n (1 or more) best documents, the best first. There may be thousands, so that sorting numbers
// first pays.
func first(all []ranked, n int) []ranked {
	if len(all) > n {
		evidence := make([]float64, len(all))
		for i, r := range all {
			evidence[i] = r.evidence
		}
		slices.Sort(evidence)
		least := evidence[len(evidence)-n]
		all = slices.DeleteFunc(all, func(r ranked) bool { return r.evidence < least })
	}
	slices.SortFunc(all, compareRanked)
	return all[:min(n, len(all))]
}

func compareRanked(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.evidence, a.evidence), cmp.Compare(a.ref.Key, b.ref.Key), cmp.Compare(a.ref.Segment, b.ref.Segment), cmp.Compare(a.hits[0].place, b.hits[0].place))
}

// common returns the length, in places, of the longest text around one of the hits that the document
// and the query have in common.
func (s *Searcher) common(d *normal.Text, hits []hit) (longest uint32) {
	for _, h := range hits {
		own := s.signatures[h.signature]
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

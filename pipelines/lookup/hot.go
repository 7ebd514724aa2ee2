package lookup

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/hot"
)

// Hot is a hot passage of a query: text that more documents contain than Params.MaxDocuments.
type Hot struct {
	// Passage is as of partial.Find. Documents counts the query, too. If not all documents of a crowd were
	// read, it is worked out from those that were, with two digits.
	Passage record.HotPassage
	// Places is where it stands, in the query and in the documents that were read, by their sort key.
	Places []record.HotOccurrence
}

// maxSamples is how many places a hot passage shows.
const maxSamples = 10

// findHot reads the documents of crowds, and finds what is hot in the query. It marks it, adds it to the
// answer, and drops the hits in it. own is the query, together and entry are what was made of it.
func (s *Searcher) findHot(
	ctx context.Context, own *record.Document, together *alignment.Together, entry *catalogue.Entry, crowds []crowd,
) error {
	s.crowd = alignment.NewCrowd(s.max)
	s.crowd.Add(together)
	members, err := s.gather(ctx, crowds)
	if err != nil {
		return err
	}
	sentences := make([][]alignment.HotSentence, 1+len(members))
	collect := func(d int) func(alignment.HotSentence) {
		return func(h alignment.HotSentence) { sentences[d] = append(sentences[d], h) }
	}
	units, err := s.crowd.Mark(together, collect(0))
	if err != nil || units == 0 {
		return err
	}
	s.count(alignment.HotUnits, units)
	err = s.eachRead(ctx, members, func(i int, r *read) error {
		_, err := s.crowd.Mark(r.together, collect(1+i))
		return err
	})
	if err != nil {
		return err
	}
	passages, rare := hot.Together(s.max, sentences)
	s.count(hot.RareSentences, int(rare))
	starts := s.signaturePlaces()
	err = s.addHot(ctx, own, entry, members, passages, func(r record.Range) float64 {
		return unreadTimes(crowds, starts, r)
	})
	s.dropHits(sentences[0], starts)
	return err
}

// gather reads the documents of crowds, each once, and returns them in order.
func (s *Searcher) gather(ctx context.Context, crowds []crowd) (members []member, err error) {
	for i := range crowds {
		members = append(members, crowds[i].read...)
		s.count(HotUnread, crowds[i].found-len(crowds[i].read))
	}
	slices.SortFunc(members, func(a, b member) int {
		return cmp.Or(byRef(a.ref, b.ref), cmp.Compare(a.times, b.times))
	})
	members = slices.CompactFunc(members, func(a, b member) bool { return a.ref == b.ref })
	return members, s.eachRead(ctx, members, func(_ int, r *read) error { s.crowd.Add(r.together); return nil })
}

// eachRead calls f with the documents that can be read.
func (s *Searcher) eachRead(ctx context.Context, members []member, f func(i int, r *read) error) error {
	for i, m := range members {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := s.readAnalysed(ctx, m.ref)
		if err == nil && r != nil {
			err = f(i, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// signaturePlaces returns the code points of the query at which its signatures begin.
func (s *Searcher) signaturePlaces() (starts []uint64) {
	spans := make([]segment.Span, 0, len(s.signatures))
	for _, signature := range s.signatures {
		first, end := s.text.Within(signature.Place, signature.Place+uint32(s.selector.Length()))
		from, _ := s.text.Bytes(s.readable, first, end)
		spans = append(spans, segment.Span{Start: from, End: from})
	}
	for _, place := range s.layout.Places(nil, spans) {
		starts = append(starts, uint64(place.Start))
	}
	return starts
}

// inRange returns the numbers of the signatures that begin in a range: from first to before end.
func inRange(starts []uint64, r record.Range) (first, end int) {
	first, _ = slices.BinarySearch(starts, r.Start)
	end, _ = slices.BinarySearch(starts, r.End)
	return first, end
}

// dropHits drops the hits of signatures in the hot sentences of the query.
func (s *Searcher) dropHits(sentences []alignment.HotSentence, starts []uint64) {
	for _, h := range sentences {
		for first, end := inRange(starts, h.Range); first < end; first++ {
			s.dropped[first] = true
		}
	}
	documents := func() (n int) { byDocument(s.hits, func([]hit) { n++ }); return n }
	before := documents()
	s.hits = slices.DeleteFunc(s.hits, func(h hit) bool { return s.dropped[h.signature] })
	s.count(OnlyHot, before-documents())
}

// addHot adds the hot passages of the query to the answer. passages is the places of hot passages of the query,
// and of the documents members.
func (s *Searcher) addHot(
	ctx context.Context, own *record.Document, entry *catalogue.Entry, members []member,
	passages [][]alignment.HotRange, more func(record.Range) float64,
) error {
	found := map[uint64]*Hot{}
	all := map[uint64]float64{} // how many documents those that were read stand for
	add := func(d *record.Document, e *catalogue.Entry, ranges []alignment.HotRange, standsFor float64) {
		documents := map[uint64]bool{}
		for _, r := range ranges {
			h := found[r.Hash]
			if h == nil {
				continue
			}
			place := e.PlaceOf(r.Range)
			at := record.HotOccurrence{Hash: h.Passage.Hash, ID: place.ID, Start: place.Start, End: place.End,
				Source: d.Side == record.Source}
			if len(h.Places) == 0 || bytes.Compare(at.SortKey(), h.Places[0].SortKey()) < 0 { // the first place so far
				h.Passage.Sentences, h.Passage.Words = place.Sentences, r.Words
				text, cut, _ := analysis.Piece(d, place.ByteStart, place.ByteEnd, record.ExcerptRunes)
				if h.Passage.Text = text; cut {
					h.Passage.Text += record.CutMark
				}
				h.Places = slices.Insert(h.Places, 0, at)
			} else {
				h.Places = append(h.Places, at)
			}
			if !documents[r.Hash] {
				documents[r.Hash] = true
				h.Passage.Documents++
				all[r.Hash] += standsFor
			}
		}
	}
	times := map[uint64]float64{}
	for _, r := range passages[0] {
		found[r.Hash] = &Hot{Passage: record.HotPassage{Hash: fmt.Sprintf("%016x", r.Hash)}}
		times[r.Hash] = max(times[r.Hash], more(r.Range))
	}
	add(own, entry, passages[0], 0)
	err := s.eachRead(ctx, members, func(i int, r *read) error {
		add(&r.document, &r.ruler, passages[1+i], members[i].times)
		return nil
	})
	if err != nil {
		return err
	}
	for hash, h := range found {
		if n := times[hash] * all[hash]; n > float64(h.Passage.Documents-1) {
			h.Passage.Documents = 1 + twoDigits(n)
		}
		s.answer.Hot = append(s.answer.Hot, *h.finish())
	}
	slices.SortFunc(s.answer.Hot, func(a, b Hot) int { return bytes.Compare(a.Passage.SortKey(), b.Passage.SortKey()) })
	return nil
}

// finish sorts the places of h, and makes its samples.
func (h *Hot) finish() *Hot {
	slices.SortFunc(h.Places, func(a, b record.HotOccurrence) int { return bytes.Compare(a.SortKey(), b.SortKey()) })
	h.Places = slices.Compact(h.Places)
	h.Passage.Occurrences, h.Passage.Samples = int64(len(h.Places)), nil
	for _, p := range h.Places[:min(len(h.Places), maxSamples)] {
		h.Passage.Samples = append(h.Passage.Samples,
			record.Sample{ID: p.ID, Start: p.Start, End: p.End, Source: p.Source})
	}
	return h
}

// joinHot joins what one query or more say about one hot passage. Each query is a document of its own; of the
// index as many documents have it as the query says that knows of most.
func joinHot(all []Hot) *Hot {
	first, most := &all[0], int64(0)
	var places []record.HotOccurrence
	for i := range all {
		h := &all[i]
		if bytes.Compare(h.Places[0].SortKey(), first.Places[0].SortKey()) < 0 {
			first = h
		}
		most = max(most, h.Passage.Documents-1)
		places = append(places, h.Places...)
	}
	joined := &Hot{Passage: first.Passage, Places: places}
	joined.Passage.Documents = most + int64(len(all))
	return joined.finish()
}

// unreadTimes returns how many times more documents of the crowds of a range of the query were found than read.
func unreadTimes(crowds []crowd, starts []uint64, r record.Range) float64 {
	first, end := inRange(starts, r)
	times := 1.0
	for i := range crowds {
		if c := &crowds[i]; first <= c.last && c.first < end {
			times = max(times, float64(c.found)/float64(len(c.read)))
		}
	}
	return times
}

// twoDigits rounds a number to two digits.
func twoDigits(x float64) int64 {
	step := math.Pow(10, math.Max(0, math.Floor(math.Log10(math.Max(x, 1)))-1))
	return int64(math.Round(x/step) * step)
}

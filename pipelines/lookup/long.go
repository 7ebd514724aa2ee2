package lookup

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"example.org/diagonal/io/indexio"
	"example.org/diagonal/io/indexio/entry"
	"example.org/diagonal/transforms/lookup/winnow"
)

// # Long lists
//
// The postings of text that very many documents have grow with the collection, and say next to nothing. So of a list
// with more than s.long postings only some are read. The keys of documents are hashes, and a list is in their order.
// Those whose keys have most zeros in front are read: each zero more halves their number, and there are as few zeros as
// leave s.long at most. They are a sample, the same one for all lists of about one length, from which the number of
// documents with the same text is worked out.
//
// Of the other documents of a list it is read what the best candidates have (complete): those that share more with the
// query than these lists say. So a long list makes no candidates but those of its sample.

// perRead is how many postings are read of a list for each document of a crowd that is read. So of text that a
// hundredth of a list has, the sample has enough documents to read.
const perRead = 100

// list is the postings of a signature, of which not all were read.
type list struct {
	gram  winnow.Gram
	own   []uint32 // the numbers of its signatures in the query
	zeros int      // what the keys have in front that were read, at least
	says  [3]float64
}

// zerosOf returns the number of zeros in front of the key of a document.
func zerosOf(ref indexio.Ref) int { return bits.LeadingZeros64(ref.Key) }

// sample counts what was read of a list, by the zeros in front of the keys of documents.
type sample struct {
	max      int // postings
	zeros    int // documents with fewer ones are not in the sample
	postings int // in the sample
	of       [65]struct {
		postings, places int
		around           [maxOwn]uint32 // by the number of the signature among those of the q-gram
	}
}

func (s *sample) begin(max int) { *s = sample{max: max} }

// add counts a posting, and makes the sample smaller if it is too large.
func (s *sample) add(zeros int) {
	s.of[zeros].postings++
	for s.postings++; s.postings > s.max && s.zeros < 64; s.zeros++ {
		s.postings -= s.of[s.zeros].postings
	}
}

// places returns the number of places in the sample.
func (s *sample) places() (n int) {
	for i := s.zeros; i < len(s.of); i++ {
		n += s.of[i].places
	}
	return n
}

// around returns in how many documents of the sample a signature has the same on both sides.
func (s *sample) around(own int) (n uint32) {
	for i := s.zeros; i < len(s.of); i++ {
		n += s.of[i].around[own]
	}
	return n
}

// times returns how many documents one of the sample stands for.
func (s *sample) times() float64 { return math.Ldexp(1, s.zeros) }

// complete reads what the best candidates have in long lists, beside the samples: of so many documents, those with
// most evidence.
func (s *Searcher) complete(ctx context.Context, documents int) error {
	lists := slices.DeleteFunc(s.lists, func(l list) bool {
		return l.says[2] <= 0 || !slices.ContainsFunc(l.own, s.counts)
	})
	if len(lists) == 0 {
		return nil
	}
	sure, others := s.rank()
	best := first(append(sure, others...), documents)
	slices.SortFunc(best, func(a, b ranked) int { return byRef(a.ref, b.ref) })
	var refs []indexio.Ref
	for _, l := range lists {
		if err := ctx.Err(); err != nil {
			return err
		}
		refs = refs[:0]
		for _, r := range best {
			if zerosOf(r.ref) < l.zeros {
				refs = append(refs, r.ref)
			}
		}
		postings := 0
		err := s.index.PostingsOf(uint64(l.gram), refs, func(ref indexio.Ref, p *entry.Posting) error {
			postings++
			for _, place := range p.Places {
				if signature, same := s.nearest(l.own, place); same > 0 && s.counts(l.own[signature]) {
					s.hits = append(s.hits, hit{ref, p.Length, place.At, l.own[signature], uint8(same), l.says[same]})
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		s.count(Postings, postings)
	}
	s.sort()
	return nil
}

// counts reports whether a signature of the query is in text that is not hot.
func (s *Searcher) counts(signature uint32) bool { return !s.dropped[signature] }

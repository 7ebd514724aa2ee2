package lookup

import (
	"cmp"
	"math"
	"slices"

	"example.org/diagonal/io/indexio"
)

// # Boilerplate
//
// Text of the query that more than a cap of documents contain is hot, as in partial.Find. The postings say
// where it may be: a signature with the same text on both sides in so many documents. Signatures near each
// other make a crowd, of the documents that share them. Those that share most are read, and counted as
// partial.Find counts all (package alignment, Crowd).

// mostRead is the largest number of documents of a crowd that are read, if twice the cap is less.
const mostRead = 200

// crowd is the documents that share text with one stretch of the query.
type crowd struct {
	// first and last are the numbers of the first and the last signature of the stretch.
	first, last int
	// refs are those to read, the ones with most evidence first. all is how many there are.
	refs []indexio.Ref
	all  int
}

// crowds returns the stretches of the query that may be hot: none in nearly all queries. It looks at all
// hits, in order.
func (s *Searcher) crowds() []crowd {
	if s.most == 0 || int64(s.most) > s.documents { // the query itself is one of them
		return nil
	}
	var crowds []crowd
	stretch := map[int]int{} // of a signature
	last := -1
	for i := range s.signatures {
		if int(s.around[i])+1 <= s.most {
			continue
		}
		if last < 0 || s.signatures[i].Place-s.signatures[last].Place > nearby {
			crowds = append(crowds, crowd{first: i})
		}
		crowds[len(crowds)-1].last, stretch[i], last = i, len(crowds)-1, i
	}
	if last < 0 {
		return nil
	}
	members := make([][]ranked, len(crowds))
	evidence := make([]float64, len(crowds))
	byDocument(s.hits, func(hits []hit) {
		clear(evidence)
		seen := map[uint32]bool{}
		for _, h := range hits {
			if c, ok := stretch[int(h.signature)]; ok && h.same == 2 && !seen[h.signature] {
				seen[h.signature] = true
				evidence[c] += s.beside[h.signature]
			}
		}
		for c, e := range evidence {
			if e > 0 {
				members[c] = append(members[c], ranked{hits[0].ref, e})
			}
		}
	})
	found := crowds[:0]
	for i, c := range crowds {
		if c.all = s.crowded(members[i]); c.all == 0 {
			continue
		}
		for _, r := range members[i][:min(c.all, max(mostRead, 2*s.most))] {
			c.refs = append(c.refs, r.ref)
		}
		found = append(found, c)
	}
	return found
}

// crowded sorts documents by their evidence and returns how many of them are a crowd, 0 if none are: there are
// ten times as many documents with so much evidence as chance would bring.
func (s *Searcher) crowded(members []ranked) int {
	slices.SortFunc(members, compareRanked)
	for n := len(members); n >= max(s.most, 1); n-- {
		if members[n-1].evidence+math.Log10(float64(n)) >= s.certain() {
			return n
		}
	}
	return 0
}

// byRef orders documents.
func byRef(a, b indexio.Ref) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Segment, b.Segment))
}

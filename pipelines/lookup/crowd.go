package lookup

import (
	"cmp"
	"math"
	"slices"

	"example.org/diagonal/io/indexio"
)

// # Hot text
//
// Text of the query that more than a cap of documents contain is hot, as in partial.Find. The postings say
// where it may be: a signature with the same text on both sides in so many documents. Signatures near each
// other make a crowd, of the documents that share them. Those that share most are read, and counted as
// partial.Find counts all (package alignment, Crowd).

// maxRead is the largest number of documents of a crowd that are read, if twice the cap is less.
const maxRead = 200

// crowd is the documents that share text with one stretch of the query. The lists of its signatures were read alike:
// one document of so many.
type crowd struct {
	times float64
	// first and last are the numbers of the first and the last signature of the stretch.
	first, last int
	// found is how many documents were found, and read are those to read, the ones with most evidence first.
	found int
	read  []member
}

// crowds returns the stretches of the query that may be hot: none in nearly all queries. It looks at all
// hits, in order.
func (s *Searcher) crowds() []crowd {
	if s.max == 0 || int64(s.max) > s.documents { // the query itself is one of them
		return nil
	}
	var crowds []crowd
	stretch := make([]int, len(s.signatures)) // of a signature, from 1; 0: it is in none
	for i := range s.signatures {
		if int(s.around[i])+1 <= s.max {
			continue
		}
		c := len(crowds) - 1
		for c >= 0 && crowds[c].times != s.times[i] {
			c--
		}
		if c < 0 || s.signatures[i].Place-s.signatures[crowds[c].last].Place > nearby {
			c = len(crowds)
			crowds = append(crowds, crowd{first: i, times: s.times[i]})
		}
		crowds[c].last, stretch[i] = i, c+1
	}
	if len(crowds) == 0 {
		return nil
	}
	members := make([][]member, len(crowds))
	evidence := make([]float64, len(crowds))
	seen := make([]int, len(s.signatures)) // the number of the document that had it last
	document := 0
	byDocument(s.hits, func(hits []hit) {
		document++
		clear(evidence)
		times := math.Inf(1)
		for _, h := range hits {
			if c := stretch[h.signature] - 1; c >= 0 && h.same == 2 && seen[h.signature] != document {
				seen[h.signature] = document
				evidence[c] += s.beside[h.signature]
				times = min(times, s.times[h.signature])
			}
		}
		for c, e := range evidence {
			if e > 0 {
				members[c] = append(members[c], member{ranked{hits[0].ref, e}, times})
			}
		}
	})
	found := crowds[:0]
	for i, c := range crowds {
		if c.found = s.crowded(members[i], c.times); c.found > 0 {
			c.read = members[i][:min(c.found, s.crowdRead)]
			found = append(found, c)
		}
	}
	return found
}

// member is a document of a crowd. times is how many documents it stands for, by the shortest of the lists that it was
// found in.
type member struct {
	ranked
	times float64
}

// crowded sorts documents by their evidence and returns how many of them are a crowd, 0 if none are: there are
// ten times as many documents with so much evidence as chance would bring. Each was found of so many.
func (s *Searcher) crowded(members []member, times float64) int {
	slices.SortFunc(members, func(a, b member) int { return compareRanked(a.ranked, b.ranked) })
	for n := len(members); n >= max(s.max, 1); n-- {
		if members[n-1].evidence+math.Log10(float64(n)*times) >= s.certain() {
			return n
		}
	}
	return 0
}

// byRef orders documents.
func byRef(a, b indexio.Ref) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Segment, b.Segment))
}

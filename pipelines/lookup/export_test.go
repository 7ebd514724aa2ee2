package lookup

import (
	"fmt"

	"example.org/diagonal/io/indexio"
)

// SetMax sets the largest number of postings of a list, and of documents of a crowd, that are read.
func (s *Searcher) SetMax(postings, documents int) { s.long, s.crowdRead = postings, documents }

// Places returns what decided about the documents of the last query: the places that say something, by document.
func (s *Searcher) Places() map[indexio.Ref][]string {
	places := map[indexio.Ref][]string{}
	for _, h := range s.hits {
		if h.same == 2 {
			places[h.ref] = append(places[h.ref], fmt.Sprint(h.place, " ", h.signature))
		}
	}
	return places
}

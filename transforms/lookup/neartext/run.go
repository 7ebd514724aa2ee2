// Package neartext finds, among the places of a query's signatures in documents, the texts that
// are most similar to the query (Sun, Qin and Wang, "Near Duplicate Text Detection Using
// Frequency-Biased Signatures", WISE 2013, sections 5 and 6).
//
//   - Runs merges places that are near each other. A run with the windows around it is a candidate
//     text.
//   - Query.Similarity is the share of the query's q-grams that a candidate text has. Rare ones weigh more.
//   - Best takes candidate texts by the largest similarity that their length allows, and stops when
//     no other one can be better.
//
// # What differs from the source
//
// Lengths count places (package normal), and a q-gram weighs as much as its first character is
// wide. In text of letters that is the same. By their frequencies q-grams weigh the square of their
// information, and runs that lie in one text of the length of the query are one. The limit at which
// the computation of one similarity stops is another one: see Query.Similarity.
package neartext

import "example.org/diagonal/transforms/lookup/winnow"

// Run is the range of a candidate text in its document, in places, half open.
type Run struct {
	Start, End uint32
	// Hits is the number of places of signatures in it.
	Hits int
}

// Length returns the number of places.
func (r Run) Length() uint32 { return r.End - r.Start }

// Runs appends the candidate texts of one document to dst. places are those of signatures of the
// query in the document, ascending; length is that of the document, and query that of the query. Two
// neighbours are merged if they may be selected in windows that touch or overlap, or if the run is no longer
// than the query then.
func Runs(dst []Run, p winnow.Params, places []uint32, length, query uint32) []Run {
	reach := uint32(2*p.W + p.Q - 2)
	before, behind := uint32(p.W-1), uint32(p.W+p.Q-1)
	for i := 0; i < len(places); {
		first := i
		for i++; i < len(places) &&
			(places[i]-places[i-1] <= reach || places[i]-places[first]+uint32(p.Q) <= query); i++ {
		}
		dst = append(dst, Run{
			Start: places[first] - min(places[first], before),
			End:   max(min(places[i-1]+behind, length), places[first]),
			Hits:  i - first,
		})
	}
	return dst
}

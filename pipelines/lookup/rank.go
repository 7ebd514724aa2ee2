package lookup

import (
	"cmp"
	"math"
	"slices"

	"example.org/diagonal/io/indexio"
)

// # Evidence
//
// Which documents are aligned is decided by the postings alone. A document of which windows share a
// signature with windows of the query by chance is common, because a signature is a q-gram of few
// letters. What is left and right of the signature tells most of these from true ones, and so does a
// second signature nearby.
//
// The evidence of a hit is the negative decimal logarithm of the number of such hits in one pair of
// windows that chance brings: pairs of places, times the share of places in the collection that have
// the signature, divided by sideFactor for each side on which the same is.

const (
	// nearby is how far two signatures may be apart, in the query and in the document, so that both
	// count for one passage, in places. The pairs of windows are twice as wide.
	nearby = 500
	// sideEvidence is the evidence of the same text on one side of a signature: about one of 30 other
	// places has it, because what is around a q-gram in a language is not random.
	sideEvidence = 1.5
	// sureEvidence is, beside the logarithm of the number of windows in the collection, the
	// evidence from which on a document is aligned whatever others there are.
	sureEvidence = 1

	// maxDocuments is the largest number of such documents, for each perSignatures signatures of the
	// query: a query of hot text has no end of them.
	maxDocuments  = 100
	perSignatures = 100
	// minOthers is the largest number of other documents for a short query, and there is one
	// more for each placesPerOther places of the query. bench/results/lookup.md measures what it costs and
	// finds.
	minOthers      = 2
	placesPerOther = 80
)

// pairsOfPlaces is the number of pairs of places in a pair of windows.
const pairsOfPlaces = 4 * nearby * nearby

// ranked is a document that shares signatures with the query.
type ranked struct {
	ref indexio.Ref
	// evidence is how surely the document shares text with the query.
	evidence float64
}

// inCell is a hit in a pair of windows.
type inCell struct {
	query, document uint32 // the numbers of the windows
	signature       uint32
	evidence        float64
}

// says returns the evidence of a hit of a q-gram that has a number of places in the index, where the same is
// on a number of sides.
func (s *Searcher) says(places, same int) float64 {
	return math.Log10(float64(max(s.places, 1))/float64(max(places, 1))/pairsOfPlaces) + sideEvidence*float64(same)
}

// certain returns the evidence from which on a document certainly shares text with the query.
func (s *Searcher) certain() float64 {
	return sureEvidence + math.Log10(math.Max(1, float64(s.places)/(2*nearby)))
}

// rank returns the documents that certainly share text with the query, the best first, and the others
// that may.
func (s *Searcher) rank() (sure, others []ranked) {
	certain := s.certain()
	byDocument(s.hits, func(hits []hit) {
		r := ranked{hits[0].ref, s.evidence(hits)}
		if r.evidence >= certain {
			sure = append(sure, r)
		} else {
			others = append(others, r)
		}
	})
	slices.SortFunc(sure, compareRanked)
	return sure, others
}

// evidence returns the evidence of the hits of one document: of the pair of windows that has most, the
// sum over its signatures. The windows overlap by half, so that any two hits near each other are in one
// pair.
func (s *Searcher) evidence(hits []hit) (best float64) {
	switch len(hits) {
	case 1:
		return hits[0].says
	case 2: // in a large collection nearly all documents have two at most
		a, b := &hits[0], &hits[1]
		if a.says > 0 && b.says > 0 && a.signature != b.signature && near(a.place, b.place) &&
			near(s.signatures[a.signature].Place, s.signatures[b.signature].Place) {
			return a.says + b.says
		}
		return max(a.says, b.says)
	}
	best = math.Inf(-1)
	s.cells = s.cells[:0]
	for i := range hits {
		h := &hits[i]
		best = max(best, h.says)
		if h.says <= 0 {
			continue
		}
		query, document := s.signatures[h.signature].Place/nearby, h.place/nearby
		for _, cell := range [4][2]uint32{{query, document}, {query, document + 1}, {query + 1, document},
			{query + 1, document + 1}} {
			s.cells = append(s.cells, inCell{cell[0], cell[1], h.signature, h.says})
		}
	}
	slices.SortFunc(s.cells, func(a, b inCell) int {
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.document, b.document),
			cmp.Compare(a.signature, b.signature), cmp.Compare(b.evidence, a.evidence))
	})
	sum := 0.0
	for i, c := range s.cells {
		switch {
		case i == 0 || s.cells[i-1].query != c.query || s.cells[i-1].document != c.document:
			sum = 0
		case s.cells[i-1].signature == c.signature:
			continue
		}
		sum += c.evidence
		best = max(best, sum)
	}
	return best
}

// near reports whether two places are in one window.
func near(a, b uint32) bool { return max(a, b)/nearby-min(a, b)/nearby <= 1 }

// first returns the n (1 or more) best documents, the best first. There may be thousands, so that
// sorting numbers first pays.
func first(all []ranked, n int) []ranked {
	if len(all) > n {
		evidence := make([]float64, len(all))
		for i, r := range all {
			evidence[i] = r.evidence
		}
		slices.Sort(evidence)
		min := evidence[len(evidence)-n]
		all = slices.DeleteFunc(all, func(r ranked) bool { return r.evidence < min })
	}
	slices.SortFunc(all, compareRanked)
	return all[:min(n, len(all))]
}

func compareRanked(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.evidence, a.evidence), cmp.Compare(a.ref.Key, b.ref.Key),
		cmp.Compare(a.ref.Segment, b.ref.Segment))
}

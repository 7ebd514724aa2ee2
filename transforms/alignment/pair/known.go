package pair

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/alignment/indexed"
)

// Hit says that unit A of one document and unit B of the other hold a common
// signature. Several common signatures of one pair of units are several hits.
// Inside one document A < B.
type Hit struct{ A, B uint32 }

// CompareHits returns a number below, equal to or above 0 if x comes before, with or after y: by A, then by B.
func CompareHits(x, y Hit) int {
	return cmp.Compare(uint64(x.A)<<32|uint64(x.B), uint64(y.A)<<32|uint64(y.B))
}

// SortHits sorts by CompareHits: the order that alignment wants.
func SortHits(hits []Hit) { slices.SortFunc(hits, CompareHits) }

// CountHits returns the number of hits, sorted, that have both units in the spans.
func CountHits(hits []Hit, a, b indexed.Span) int {
	n := 0
	for row := a.Lo; row < a.Hi; row++ {
		x, _ := slices.BinarySearchFunc(hits, Hit{row, b.Lo}, CompareHits)
		if x == len(hits) || hits[x].A >= a.Hi {
			break
		}
		row = hits[x].A // rows without hits are skipped
		for ; x < len(hits) && hits[x].A == row && hits[x].B < b.Hi; x++ {
			if hits[x].B >= b.Lo {
				n++
			}
		}
	}
	return n
}

// Copy says that both documents have one fingerprint (package winnow), which few documents have: it begins
// at word A of a and word B of b.
type Copy struct {
	A, B uint32
	// RunA and RunB are where a run of winnow.Run characters begins, in a and in b, in which the
	// fingerprint was chosen: every document with this run has the fingerprint, so few documents have the
	// run. They are more than the words of the document if it is not known.
	RunA, RunB uint32
}

// Shared is what is known of two documents of a collection before they are aligned. All hits
// are sorted by SortHits.
type Shared struct {
	// Hits are the units with common signatures; only units near them take part.
	Hits []Hit
	// Rare are those of Hits whose signature few documents have: a passage needs them as
	// evidence (package evidence), if they are known.
	Rare []Hit
	// RareKnown says that Rare and Few are set: the documents are of a collection.
	RareKnown bool
	// Few are those of Hits whose signature hardly any other document has, if they are known: for Passage.Evidence.
	Few []Hit
	// Copies are places that may be in the same long run of words. It is reported, wherever
	// it is. Units near them take no part in anything else.
	Copies []Copy
	// CopiesOnly says that nothing but Copies is looked for. Hits then only say how much evidence there is.
	CopiesOnly bool
}

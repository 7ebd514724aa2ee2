// Package candidate brings together the sentences that share signatures: postings in,
// matches of sentence pairs out, with the length-ratio bound of Zhang et al. (SIGIR
// 2010) on Jaccard, and without the quadratic work of a frequent signature.
//
// NOT done here: a signature in more than Params.MaxDocuments documents makes no
// pairs. What was left out is in the ledger, under names that begin with "not_compared.".
package candidate

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"diagonal/transforms/shuffle"
)

// Params configures Pair.
type Params struct {
	// Tau is the Jaccard similarity from which on two sentences are duplicates.
	// Lower finds more edited sentences and compares more of them. 1 with Exact.
	//
	// Required.
	Tau float64
	// Exact says that a sentence has one signature, so that sharing it is all there
	// is to compare.
	Exact bool
	// Chain is the least number of consecutive matches that can make a diagonal:
	// γ+1 where no gap is allowed, else 1. With Exact, runs of Chain signatures are
	// the key on which documents meet, and single shared sentences cost nothing.
	//
	// Required.
	Chain int
	// MaxDocuments is the number of documents above which a sentence is hot: it is
	// reported once as a hot passage, and makes no pairs. 0 is no cap, and then the
	// cost of a sentence grows with the square of its documents.
	MaxDocuments int
	// Directed compares documents of the input side with those of the source side only.
	Directed bool
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	switch {
	case !(p.Tau > 0 && p.Tau <= 1):
		return fmt.Errorf("tau is %g, must be above 0 and at most 1", p.Tau)
	case p.Chain < 1:
		return fmt.Errorf("candidate.Params: Chain is %d, must be at least 1", p.Chain)
	case p.MaxDocuments < 0:
		return fmt.Errorf("max_documents is %d, must be at least 0", p.MaxDocuments)
	}
	return p.Shuffle.Validate()
}

// hot says whether a sentence of so many documents is hot.
func (p Params) hot(documents int) bool { return p.MaxDocuments > 0 && documents > p.MaxDocuments }

// Result is what Pair makes. Each field but the last is one or more
// PCollection<KV<int,[]byte>> of blocks.
type Result struct {
	// Matches is record.Match by the key of the document that is a. Matches may repeat
	// and overlap.
	Matches []beam.PCollection
	// Hot is record.Hot by document.
	Hot []beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>: sentences and pairs by outcome.
	Ledger beam.PCollection
}

// Pair finds the pairs of duplicate sentences. postings is one or more
// PCollection<KV<int,[]byte>> of blocks of record.Posting by signature. In a match a
// is the document with the smaller key, or that of the input side if Directed; in
// one document a comes first. Pair panics if p is not valid.
func Pair(s beam.Scope, p Params, postings ...beam.PCollection) Result {
	s = s.Scope("candidate.Pair")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	grouped := shuffle.Group(s, p.Shuffle, postings...)
	switch {
	case !p.Exact:
		out := shuffle.ParDoEach(s, &jaccardFn{Params: p}, 3, grouped)
		return Result{out[0], out[1], shuffle.Flatten(s, out[2])}
	case p.Chain == 1:
		out := shuffle.ParDoEach(s, &exactFn{Params: p}, 3, grouped)
		return Result{out[0], out[1], shuffle.Flatten(s, out[2])}
	}
	shared := shuffle.ParDoEach(s, &sharedFn{Params: p}, 3, grouped)
	chains := shuffle.ParDoEach(s, &chainFn{Params: p}, 1, shuffle.Group(s, p.Shuffle, shared[0]...))
	matches := shuffle.ParDoEach(s, &chainPairFn{Params: p}, 2, shuffle.Group(s, p.Shuffle, chains[0]...))
	return Result{matches[0], shared[1], shuffle.Flatten(s, append(shared[2], matches[1]...))}
}

// Package candidate brings together the sentences that share signatures: postings in,
// matches of sentence pairs out, with the length-ratio bound of Zhang et al. (SIGIR
// 2010) on Jaccard, and without the quadratic work of a frequent signature.
//
// NOT done here: a signature in more than Params.MaxDocuments documents makes no
// pairs, and a sentence that a document repeats is compared Params.Repeats times. What was left out
// is in the ledger, under names that begin with "not_compared.". With 0 for both nothing is left out.
package candidate

import (
	"cmp"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature"
)

// Params configures Pair.
type Params struct {
	// Tau is the Jaccard similarity from which on two sentences are duplicates.
	// Lower finds more edited sentences and compares more of them. 1 with Exact.
	//
	// Required.
	Tau float64
	// Exact is true if a sentence has one signature, so that sharing it is all there is to
	// compare.
	Exact bool
	// Sequence is the least number of consecutive matches that can make a diagonal:
	// γ+1 where no gap is allowed, else 1. With Exact, sequences of so many sentences are
	// the key on which documents meet, and single shared sentences cost nothing.
	//
	// Required.
	Sequence int
	// MaxDocuments is the number of documents above which a sentence is hot: it is reported
	// once as a hot passage, and makes no pairs. AutoDocuments chooses it by the size of the
	// collection. With 0 there is no cap, and then the cost of a sentence grows with the square
	// of its documents.
	MaxDocuments MaxDocuments
	// Repeats is how many places of a signature in one document are compared, the first ones. Sentences
	// with it that follow each other are one place, a run, which is laid beside other runs at their starts and at
	// their ends. With 0 every sentence is compared with every other one, and then the cost of a sentence
	// grows with the square of its places.
	Repeats int
	// Choice says which documents are compared.
	Choice
	// Apart compares different documents only, and no document with itself.
	Apart bool
	// Trace is the number of a trace.Pair: the documents are the pair that it is about. 0 is none.
	Trace int64
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params

	trace *trace.Pair // set by in; nil: none
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	switch {
	case !(p.Tau > 0 && p.Tau <= 1):
		return &parameter.Error{Of: "candidate.Params", Name: "Tau", Value: p.Tau, Want: "above 0 and at most 1"}
	case p.Sequence < 1:
		return &parameter.Error{Of: "candidate.Params", Name: "Sequence", Value: p.Sequence, Want: "at least 1"}
	case p.Repeats < 0:
		return &parameter.Error{Of: "candidate.Params", Name: "Repeats", Value: p.Repeats, Want: "0 (all) or more"}
	}
	return cmp.Or(p.MaxDocuments.Validate("candidate.Params"), p.Shuffle.Validate())
}

// in returns p for a collection of size documents: with the MaxDocuments that is used.
func (p Params) in(size int64) Params {
	p.MaxDocuments = MaxDocuments(p.MaxDocuments.In(size))
	p.trace = trace.Of(p.Trace)
	return p
}

// hot reports whether a sentence of so many documents is hot. p is the result of in.
func (p Params) hot(documents int) bool { return p.MaxDocuments > 0 && documents > int(p.MaxDocuments) }

// Result is the result of Pair.
type Result struct {
	// Matches is by the key of the document that is a. Matches may repeat and overlap.
	Matches shuffle.Blocks[Match]
	// Hot is by document.
	Hot shuffle.Blocks[HotRun]
	// Ledger is a PCollection<KV<string,int64>>: sentences and pairs by outcome.
	Ledger beam.PCollection
}

// Pair finds the pairs of duplicate sentences. size is the result of Size, postings is by
// signature. In a match a is the document with the smaller key, or that of the input side if
// Directed and the other is of the source side; in one document a comes first. Pair panics if p is not valid.
func Pair(s beam.Scope, p Params, size beam.PCollection, postings shuffle.Blocks[signature.Posting]) Result {
	s = s.Scope("candidate.Pair")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	of := signed{Params: p, Postings: engine.From(postings), Size: engine.SideOf[int64](size)}
	switch {
	case !p.Exact:
		similar := engine.Reduce(s, p.Shuffle, "candidate.Pair", &pairJaccard{signed: of})
		same := engine.Reduce(s, p.Shuffle, "candidate.Pair, equal sentences", &pairEqual{
			Params: p, Parts: engine.From(similar.Parts.Blocks()), Size: of.Size,
		})
		hot, _, ledger := hotPlaces(s, p.Shuffle, p.Choice, 0, same.Places.Blocks(), same.Counts.Blocks())
		return Result{shuffle.Flatten(s, similar.Matches.Blocks(), same.Matches.Blocks()), hot,
			beam.Flatten(s, similar.Ledger.Collection(), same.Ledger.Collection(), ledger)}
	case p.Sequence == 1:
		st := engine.Reduce(s, p.Shuffle, "candidate.Pair", &pairExact{signed: of})
		hot, _, ledger := hotPlaces(s, p.Shuffle, p.Choice, 0, st.Places.Blocks())
		return Result{st.Matches.Blocks(), hot, beam.Flatten(s, st.Ledger.Collection(), ledger)}
	}
	st := engine.Reduce(s, p.Shuffle, "candidate.Pair", &share{signed: of})
	hot, _, ledger := hotPlaces(s, p.Shuffle, p.Choice, 0, st.Places.Blocks())
	inSequence := engine.Reduce(s, p.Shuffle, "candidate.Pair, sentences", &sequence{
		Params: p, Shared: engine.From(st.Shared.Blocks()),
	})
	paired := engine.Reduce(s, p.Shuffle, "candidate.Pair, sequences", &pairSequences{
		Params: p, Sequences: engine.From(inSequence.Sequences.Blocks()),
	})
	return Result{paired.Matches.Blocks(), hot,
		beam.Flatten(s, st.Ledger.Collection(), ledger, paired.Ledger.Collection())}
}

// Package letters finds passages by their letters, so that reading errors do not hide them: the same text that
// several newspapers printed, as it was read from scans of each. Runs of words break at every error, and a
// missed space makes one word of two; runs of letters go on between errors.
//
// Letters and digits are looked at in order, without what is between them (package spelling). Documents meet on
// q-grams of them. Hits of two documents that follow each other at about the same distance are a chain
// (package chain), and a chain that says more than chance explains is aligned by the edits that lead from the one
// text to the other (package edit). The ends are those of words.
//
// Documents meet all others on a q-gram that few have. On one that more than a cap have, each meets one document,
// the same one on all q-grams of a text as far as errors allow: a star instead of all pairs.
//
// Documents are not compared with themselves.
package letters

import (
	"cmp"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/prose"
)

func init() {
	analysis.RegisterMap[*post]()
	engine.RegisterReduce[*meet]()
	engine.RegisterReduce[*chainPairs]()
	engine.RegisterReduce[*deliver]()
	engine.RegisterReduce[*alignCells]()
	engine.RegisterReduce[*merge]()
}

// Names of the ledger.
const (
	// Grams is q-grams of letters of all documents.
	Grams = "letter_ngrams"
	// HotGrams is distinct q-grams in more documents than the cap: each document meets one other document on them.
	HotGrams = "hot_letter_ngrams"
	// ThinnedPairs is document pairs not compared on a q-gram that was thinned out; another one may have
	// found them.
	ThinnedPairs = "not_compared.document_pairs_on_a_thinned_letter_ngram"
	// Excluded is hits that Params.Choice.Where excludes.
	Excluded = candidate.Excluded
	// Unchained is document pairs that share q-grams which make no chain that says enough.
	Unchained = "not_compared.document_pairs_without_chains"
	// Chained is document pairs with such a chain.
	Chained = "document_pairs_chained"
	// Brief is passages that are too short, Dissimilar those that are not similar enough, Slight those with too
	// little evidence, and NoProse those with too few function words.
	Brief      = alignment.Brief
	Dissimilar = alignment.Dissimilar
	Slight     = alignment.Slight
	NoProse    = alignment.NoProse
	// Found is passages that words alone did not find, or not as a whole.
	Found = "passages_by_letters"
)

// Params configures Find.
type Params struct {
	// MaxDocuments is the number of documents above which documents do not all meet on a q-gram: each meets one of
	// two others (candidate.NearParams.MaxDocuments).
	MaxDocuments candidate.MaxDocuments
	// Choice says which documents are compared.
	candidate.Choice
	// MinSimilarity is the least similarity of a passage, 0 to 1: the share of letters that are no edits.
	MinSimilarity float64
	// MinEvidence is the least evidence of a passage (alignment.RefineParams.MinEvidence).
	MinEvidence float64
	// MinProse is the least prose of a passage (alignment.RefineParams.MinProse).
	MinProse float64
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("letters.Params").Impossible
	switch {
	case !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1):
		return impossible("MinSimilarity", p.MinSimilarity, "0 to 1")
	case !(p.MinEvidence >= 0 && p.MinEvidence <= 1):
		return impossible("MinEvidence", p.MinEvidence, "0 to 1")
	case !(p.MinProse >= 0 && p.MinProse <= 1):
		return impossible("MinProse", p.MinProse, "0 to 1")
	}
	return cmp.Or(p.MaxDocuments.Validate("letters.Params"), p.Shuffle.Validate())
}

// Input is the input of Find.
type Input struct {
	// Kept is every document, with spans and spelling (analysis.Keep).
	Kept shuffle.Blocks[record.Analysed]
	// Documents is a PCollection<int64> of one element, the number of documents (candidate.Size), and Letters one
	// of the number of their letters (Count).
	Documents, Letters beam.PCollection
	// Function is the function words of the collection.
	Function tally.Table[prose.Words]
	// ByWords is the passages that were found by words.
	ByWords shuffle.Blocks[alignment.Side]
}

// Result is the result of Find.
type Result struct {
	// Found is both sides of each passage, those of Input.ByWords included. A passage that both have is there once,
	// with the ends of the longer one.
	Found shuffle.Blocks[alignment.Side]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Find finds the passages that documents share. It panics if p is not valid.
func Find(s beam.Scope, p Params, in Input) Result {
	s = s.Scope("letters.Find")
	parameter.Must(p.Validate())
	in.Function.Require(true, "letters.Find", "the share of prose")
	documents, letters := engine.SideOf[int64](in.Documents), engine.SideOf[int64](in.Letters)
	byCell := delivery.ByCell(p.Shuffle)
	posted := analysis.MapKept(s, p.Shuffle.Postings(), "letters.Find, postings", in.Kept.Single(s),
		&post{Letters: letters})
	met := engine.Reduce(s, p.Shuffle.Postings(), "letters.Find", &meet{
		Params: p, Postings: engine.From(posted.Postings.Blocks()), Documents: documents, Letters: letters,
		Hits: engine.To[sharedHits](p.Shuffle), Ledger: engine.Counting(HotGrams, ThinnedPairs),
	})
	chained := engine.Reduce(s, p.Shuffle, "letters.Find, pairs", &chainPairs{
		Params: p, Hits: engine.From(met.Hits.Blocks()), Letters: letters, Pairs: engine.To[delivery.Pair](byCell),
		Ledger: engine.Counting(Unchained, Chained),
	})
	delivered := engine.Reduce(s, p.Shuffle, "letters.Find, documents", &deliver{
		Kept: analysis.From(in.Kept), Needs: engine.From(chained.Needs.Blocks()),
		Cells: engine.To[delivery.Item[text]](byCell),
	})
	aligned := engine.Reduce(s, byCell, "letters.Find, alignment", &alignCells{
		Params: p, Comparison: delivery.From(delivered.Cells.Blocks(), chained.Pairs.Blocks()),
		Function: in.Function.Input(), Found: engine.To[byLetters](p.Shuffle),
	})
	merged := engine.Reduce(s, p.Shuffle, "letters.Find, merge", &merge{
		ByWords: engine.From(in.ByWords), ByLetters: engine.From(aligned.Found.Blocks()),
		Ledger: engine.Counting(Found),
	})
	return Result{merged.Found.Blocks(), beam.Flatten(s, posted.Ledger.Collection(), met.Ledger.Collection(),
		chained.Ledger.Collection(), aligned.Ledger.Collection(), merged.Ledger.Collection())}
}

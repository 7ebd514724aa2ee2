package alignment

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/prose"
)

func init() {
	engine.RegisterReduce[*deliver]()
	engine.RegisterReduce[*align]()
}

// Names of the ledger.
const (
	// Aligned is pairs of documents that were aligned.
	Aligned = "document_pairs_aligned"
	// Untouched is pairs whose units share n-grams but too few words.
	Untouched = "not_compared.document_pairs_without_similar_units"
	// Brief is passages below the least length of the alignment.
	Brief = "not_compared.passages_too_short"
	// Formulas is passages without evidence that they are more than a set phrase
	// (package seedextend).
	Formulas = "not_compared.passages_of_set_phrases"
	// Alike is pairs of documents that were not aligned because they share nothing but set phrases
	// (seedextend.Worker.MayShow).
	Alike = "not_compared.document_pairs_of_set_phrases"
	// Lists is passages that share numbers more than words (package seedextend).
	Lists = "not_compared.passages_of_numbers"
	// Dissimilar is passages below RefineParams.MinSimilarity.
	Dissimilar = "not_compared.passages_below_min_similarity"
	// Slight is passages below RefineParams.MinEvidence.
	Slight = "not_compared.passages_below_min_evidence"
	// NoProse is passages below RefineParams.MinProse.
	NoProse = "not_compared.passages_below_min_prose"
	// HotUnits is hot units.
	HotUnits = "hot_units"
)

// RefineParams configures Refine.
type RefineParams struct {
	// Align is the thresholds of the alignment.
	Align seedextend.Params
	// MinSimilarity is the least similarity of a passage, 0 to 1; 0 takes all that the
	// alignment finds.
	MinSimilarity float64
	// MinEvidence is the least Evidence of a passage, 0 to 1; 0 takes all that the alignment finds.
	MinEvidence float64
	// MinProse is the least Prose of a passage, 0 to 1, where it is known; 0 takes all that the alignment finds.
	MinProse float64
	// MaxDocuments is a number of documents: hot sentences in more are spread over all shards,
	// because they are counted no more. 0 spreads none. It never changes the result.
	MaxDocuments int
	// Trace is the number of a trace.Pair: the documents are the pair that it is about. 0 is none.
	Trace int64
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p RefineParams) Validate() error {
	impossible := parameter.Of("alignment.RefineParams").Impossible
	if err := p.Align.Validate(); err != nil {
		return err
	}
	if !(p.MinSimilarity >= 0 && p.MinSimilarity <= 1) {
		return impossible("MinSimilarity", p.MinSimilarity, "0 to 1")
	}
	if !(p.MinEvidence >= 0 && p.MinEvidence <= 1) {
		return impossible("MinEvidence", p.MinEvidence, "0 to 1")
	}
	if !(p.MinProse >= 0 && p.MinProse <= 1) {
		return impossible("MinProse", p.MinProse, "0 to 1")
	}
	return p.Shuffle.Validate()
}

// RefineInput is the input of Refine.
type RefineInput struct {
	// Kept is every document, with spans (analysis.Keep).
	Kept shuffle.Blocks[record.Analysed]
	// Pairs, Needs and HotUnits are those of candidate.Near.
	Pairs    shuffle.Blocks[delivery.Pair]
	Needs    shuffle.Blocks[delivery.Need]
	HotUnits shuffle.Blocks[candidate.HotUnit]
	// Function is the function words of the collection.
	Function tally.Table[prose.Words]
}

// RefineResult is the result of Refine.
type RefineResult struct {
	// Found is both sides of each passage, with ranges and kinds, each by document.
	Found shuffle.Blocks[Side]
	// Hot is the sentences of runs of hot units, by their keys. One that is outside of
	// the shard of its key is in more than RefineParams.MaxDocuments documents.
	Hot shuffle.Blocks[HotPlace]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Refine aligns each pair of documents: passages that were reworded, shuffled or
// shortened are found as well (package seedextend). The documents travel to the cells
// in which a pair needs them. Refine panics if p is not valid.
func Refine(s beam.Scope, p RefineParams, in RefineInput) RefineResult {
	s = s.Scope("alignment.Refine")
	parameter.Must(p.Validate())
	in.Function.Require(true, "alignment.Refine", "the share of prose")
	byCell := in.Pairs.Params()
	delivered := engine.Reduce(s, p.Shuffle, "alignment.Refine, documents", &deliver{
		Params: p, Kept: analysis.From(in.Kept), HotUnits: engine.From(in.HotUnits), Needs: engine.From(in.Needs),
		Cells: engine.To[delivery.Item[document]](byCell),
	})
	aligned := engine.Reduce(s, byCell, "alignment.Refine", &align{
		Params: p, Comparison: delivery.From(delivered.Cells.Blocks(), in.Pairs), Function: in.Function.Input(),
		Found: engine.To[Side](p.Shuffle),
	})
	return RefineResult{
		Found:  aligned.Found.Blocks(),
		Hot:    delivered.Hot.Blocks(),
		Ledger: beam.Flatten(s, delivered.Ledger.Collection(), aligned.Ledger.Collection()),
	}
}

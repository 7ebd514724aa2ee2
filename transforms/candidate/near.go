package candidate

import (
	"cmp"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/signature"
)

func init() {
	engine.RegisterReduce[*unitMatcher]()
	engine.RegisterReduce[*dense]()
}

// Names of the ledger.
const (
	// HotGrams is distinct n-grams in more than NearParams.MaxDocuments documents.
	HotGrams = "hot_ngrams"
	// HotGramPairs is document pairs not compared on a hot n-gram, in more than MaxDocuments.Paired; another one may
	// have found them. So may for ThinnedPairs.
	HotGramPairs = "not_compared.document_pairs_on_a_hot_ngram"
	// ThinnedPairs is document pairs not compared on an n-gram that was thinned out.
	ThinnedPairs = "not_compared.document_pairs_on_a_thinned_ngram"
	// GramRepeats is n-grams beyond the fourth of one kind in a document.
	GramRepeats = "not_compared.ngrams_repeated_in_a_document"
	// UnitMatches is pairs of units that share an n-gram.
	UnitMatches = "unit_matches"
	// SparsePairs is document pairs whose shared n-grams do not lie near each other.
	SparsePairs = "not_compared.document_pairs_without_near_ngrams"
	// NearPairs is document pairs to be aligned, if their words touch.
	NearPairs = "document_pairs_near"
	// SampledIn and a number k count the signatures that are in k documents; maxSampled stands for
	// more, too. They are in the ledger with NearParams.Census.
	SampledIn = "signatures_in_documents."
	// WithinMatches and WithinPairs are those of UnitMatches and NearPairs that are of one document.
	// They are in the ledger with NearParams.Census.
	WithinMatches = "unit_matches_within"
	WithinPairs   = "document_pairs_near_within"
)

// maxSampled is the largest number of documents that NearParams.Census counts by itself.
const maxSampled = 64

// NearParams configures Near.
type NearParams struct {
	// MaxDocuments is the number of documents above which an n-gram is hot.
	// Units made of such n-grams are hot, too. AutoDocuments chooses it by the size of the
	// collection. 0 is no cap. An n-gram in more than MaxDocuments.Paired pairs nothing.
	MaxDocuments MaxDocuments
	// Choice says which documents are compared.
	Choice
	// Apart compares different documents only, and no document with itself.
	Apart bool
	// Census adds to the ledger in how many documents signatures are (SampledIn).
	Census bool
	// Trace is the number of a trace.Pair: the documents are the pair that it is about. 0 is none.
	Trace int64
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p NearParams) Validate() error {
	return cmp.Or(p.MaxDocuments.Validate("candidate.NearParams"), p.Shuffle.Validate())
}

// The rule of near: two shared n-grams within four units of each other on both sides.
//
// Where both documents are in a script without spaces, most characters begin a word, and so chains of rare words. A
// passage of 40 Han characters has about 40 of them. So spacelessHits chains must be near one, itself included: of
// the candidates among Chinese histories a third is left.
const (
	nearHits      = 2
	nearWindow    = 4
	spacelessHits = 8
)

// NearResult is what Near makes.
type NearResult struct {
	// Pairs is by cell; each pair carries a NearPair.
	Pairs shuffle.Blocks[delivery.Pair]
	// Needs is the cells that need a document, by document.
	Needs shuffle.Blocks[delivery.Need]
	// HotUnits is hot n-grams by unit, by document.
	HotUnits shuffle.Blocks[HotUnit]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Near finds the pairs of documents, and the documents with themselves, that share
// signatures near each other: candidates for fine alignment. postings is that of
// signature.EmitUnits, size the result of Size. Near panics if p is not valid.
func Near(
	s beam.Scope, p NearParams, size beam.PCollection, postings shuffle.Blocks[signature.UnitPostings],
) NearResult {
	s = s.Scope("candidate.Near")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	units := newUnitMatcher(p)
	units.Postings, units.Size = engine.From(postings), engine.SideOf[int64](size)
	engine.Reduce(s, p.Shuffle.Postings(), "candidate.Near", units)
	_, hotUnits, hotLedger := hotPlaces(s, p.Shuffle, p.Choice, p.MaxDocuments.Paired(), units.Hot.Blocks())
	near := engine.Reduce(s, p.Shuffle, "candidate.Near, pairs", &dense{
		Params: p, Matches: engine.From(units.Matches.Blocks()),
		Pairs: engine.To[delivery.Pair](delivery.ByCell(p.Shuffle)),
	})
	return NearResult{
		Pairs:    near.Pairs.Blocks(),
		Needs:    near.Needs.Blocks(),
		HotUnits: hotUnits,
		Ledger:   beam.Flatten(s, units.Ledger.Collection(), near.Ledger.Collection(), hotLedger),
	}
}

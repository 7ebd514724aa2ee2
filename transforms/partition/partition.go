// Package partition divides a collection into sets of similar documents. Every document is in
// exactly one set.
//
// Source: Huang, Wang, Li, "Achieving both high precision and high recall in near-duplicate
// detection", CIKM 2008. Its stages are:
//
//  0. Templates: sentences that many pages of one site have are taken away (package site). The
//     source does that in stage 2. It must come first: with templates that are longer than the
//     articles, the fingerprints of stage 1 would be those of templates.
//  1. Perhaps-similar sets. Each page has fingerprints (package fingerprint), and pages with a
//     common one are linked. Linked pages form sets that are not larger than a bound (package
//     bounded).
//  2. Filtered sketches: of each page of a set, what others of the set have as well (package sketch).
//  3. Comparison by the trusted portion of a longest common subsequence (packages lcs, trusted), with
//     representatives (package represent). Package similar contains stages 2 and 3.
//
// What differs from the source, and why: the fingerprints are of runs of words and not of sentences,
// because an article of which 6 % of the words were edited has few of its sentences left. Documents
// with the same words in the same order are one page in all stages. A document without a word is a
// set of its own.
//
// No key is large but one: a fingerprint of n pages has n records of about 20 bytes. It makes n-1
// links, and not n²/2, between pages that are near each other in an order in which similar pages are. Links
// are followed in rounds of messages between sets, which are never larger than a bound, so no worker has
// much of the graph. The sentences of a site are counted in the bundles first, and go to many shards.
//
// Names: a document is what the user gives, a page is one or more documents with the same words.
package partition

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/partition/bounded"
	"example.org/diagonal/transforms/partition/similar"
)

// What fingerprints are made of.
const (
	// Shingles hashes every run of Params.N words.
	Shingles = "shingles"
	// Sentences hashes every sentence, as in the source.
	Sentences = "sentences"
)

// Params configures the stages, which must all be given the same.
type Params struct {
	// Templates takes the templates of sites away before pages are compared.
	Templates bool
	// Hashed is Shingles or Sentences. Shingles find pages with more edits.
	Hashed string
	// N is the number of words, or Han characters, in a shingle. A smaller N tolerates more
	// edits, and more pages meet by chance.
	N int
	// Buckets is the number of fingerprints of a page, and Smallest the number of hashes in each.
	// More buckets and fewer hashes find more similar pages, and bring together more that are not.
	Buckets, Smallest int
	// MaxPages is the largest number of pages in a perhaps-similar set. The pages of a set are
	// compared with each other, so the time grows with it if many are not similar. A set of more
	// similar pages falls into several.
	MaxPages int
	// Similar is how pages of a perhaps-similar set are compared. With simhash, fingerprints are
	// parts of the simhash, and Hashed, N, Buckets and Smallest have no effect.
	Similar similar.Params
	// Shuffle configures the packed shuffle. It is the same for all stages of a pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("partition.Params").Impossible
	switch {
	case p.Hashed != Shingles && p.Hashed != Sentences:
		return impossible("Hashed", p.Hashed, "shingles or sentences")
	case p.N < 1:
		return impossible("N", p.N, "at least 1: a shingle has at least one word")
	case p.Buckets < 1 || p.Buckets > 1000:
		return impossible("Buckets", p.Buckets, "1 to 1000")
	case p.Smallest < 1 || p.Smallest > 1000:
		return impossible("Smallest", p.Smallest, "1 to 1000")
	case p.MaxPages < 2:
		return impossible("MaxPages", p.MaxPages, "at least 2")
	}
	if err := p.Similar.Validate(); err != nil {
		return err
	}
	return p.Shuffle.Validate()
}

// maxWords is the largest number of words in the pages of a perhaps-similar set, unless it has two
// pages only: 4 million words and what is made of them take about 200 MB.
const maxWords = 4 << 20

// bound returns the bound of perhaps-similar sets.
func (p Params) bound() bounded.Bound {
	return bounded.Bound{Pages: p.MaxPages, Words: p.Shuffle.Scaled(maxWords)}
}

// Names of the ledger.
const (
	// Pages counts pages: documents with the same words are one.
	Pages = "pages"
	// Removed counts the sentences of templates that were taken from pages, and RemovedWords
	// their words.
	Removed      = "template_sentences"
	RemovedWords = "template_words"
	// PerhapsSets counts perhaps-similar sets of two or more pages, PerhapsPages their pages, and
	// PerhapsPairs the pairs of pages in them.
	PerhapsSets  = "perhaps_similar_sets"
	PerhapsPages = "perhaps_similar_pages"
	PerhapsPairs = "perhaps_similar_pairs"
	// Words counts the words of pages in such sets, and Sketches those of their filtered sketches.
	Words    = "perhaps_similar_words"
	Sketches = "sketch_words"
	// Compared counts pairs of pages that were compared, and Subsequences those for which a common
	// subsequence was searched for.
	Compared     = "pairs_compared"
	Subsequences = "subsequences"
	// Sets counts the sets of the result, without those of an earlier one, and Singletons those of one document.
	Sets       = "sets"
	Singletons = "singletons"
	// EarlierSets counts sets of an earlier result that have new documents, and EarlierJoined these documents.
	EarlierSets   = "earlier_sets_joined"
	EarlierJoined = "documents_in_earlier_sets"
	// CutLinks counts links between pages that were not followed, because the perhaps-similar set
	// would be too large.
	CutLinks = "not_compared.links_beyond_the_bound"
	// LateLinks counts links that were left after the last round.
	LateLinks = "not_compared.links_after_the_last_round"
	// Taken counts documents that are a set of their own, because other words have their fingerprint.
	Taken = "not_compared.documents_with_a_fingerprint_taken"
)

// start checks the parameters of a stage, and returns its scope. It panics if they are not valid.
func start(s beam.Scope, stage string, p Params) beam.Scope {
	parameter.Must(p.Validate())
	return s.Scope("partition." + stage)
}

// Package reuse finds how much of a document's sentences another document reuses, however they are
// ordered.
//
// Source: Kim, "Scaling reuse detection in the web through two-way boosting with signatures and LSH",
// Journal of Korea Multimedia Society 16(6), 2013. Sentences are compared as bags of words (package
// bag). Two sentences of different documents are alike if S is at least ThetaS. The score of two
// documents is the sum of S, times a weight (package score), over their pairs of sentences that are
// alike. Pairs of documents with a score of at least ThetaD are the result.
//
// Sentences with the same bag are one wording. Wordings are compared, not sentences, so a sentence
// that a million documents have is compared once. The stages:
//
//	Count    counts words, for the order of Exact
//	Emit     makes the members, the bag and the keys of each wording
//	Meet     finds the wordings that have a key in common, and can be alike
//	Deliver  brings their bags to cells
//	Compare  compares them there
//	Judge    leaves out wordings that are alike to too many
//	Expand   makes pairs of sentences of pairs of wordings
//	Score    adds them up for each two documents
//	Locate   adds ids and places
//
// Exact finds every two wordings that are alike (package prefix). LSH, QSign and PartEnum meet at
// their signatures instead (package sign), and may miss some. Inverted and DivideSkip skip Meet, and
// compare each two groups of wordings in a cell (package lists). Every method compares exactly what it
// has found, so no method reports a pair that is not alike.
//
// What is left to chance is that two bags have the same hash of 63 bits. They are then one wording.
package reuse

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/diagonal/engine/delivery"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/reuse/score"
	"example.org/diagonal/transforms/reuse/sign"
)

// The methods. The others are baselines (baseline.go).
const (
	// Exact finds all wordings that are alike, by prefix filtering.
	Exact = "exact"
	// LSH samples the bits of signatures (qSign_lsh of the source).
	LSH = "lsh"
)

// Methods are all of them.
var Methods = []string{Exact, LSH, Inverted, DivideSkip, QSign, PartEnum}

// Params configures the stages, which must all be given the same.
type Params struct {
	// Method is how wordings that are alike are found.
	Method string
	// ThetaS is the least S of two sentences that count, above 0 and at most 1.
	ThetaS float64
	// ThetaD is the least score of a reported pair of documents, above 0.
	ThetaD float64
	// Top is how many pairs of each document are reported, those with the highest scores. 0 is all.
	Top int
	// Weight is that of a pair of sentences in the score: score.One, Length or Position.
	Weight string
	// Sign configures the signatures of LSH, QSign and PartEnum.
	Sign sign.Params
	// Recall is the share of the wordings that are alike which LSH is to find, below 1: Choose then chooses all of Sign
	// but the Buckets. 0 leaves Sign as it is.
	Recall float64
	// MaxDocuments bounds what a sentence costs. A wording is hot if it and the wordings that are
	// alike to it are in more documents; each wording counts its own. With Directed only documents
	// of the other side count. Hot wordings make no pairs. candidate.AutoDocuments chooses the
	// number by the size of the collection. 0 is no bound: then a sentence of n documents makes n²/2
	// pairs.
	MaxDocuments candidate.MaxDocuments
	// Directed compares documents of the input side with those of the source side only.
	Directed bool
	// Groups is the number of groups into which wordings are divided. Each two groups have a cell, in
	// which they are compared. Groups never changes the result.
	//
	// Required.
	Groups int
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("reuse.Params").Impossible
	switch {
	case !p.is(Methods...):
		return impossible("Method", p.Method, "one of "+strings.Join(Methods, ", "))
	case !(p.ThetaS > 0 && p.ThetaS <= 1):
		return impossible("ThetaS", p.ThetaS,
			"above 0 and at most 1: the least share of the longer sentence that two have in common")
	case !(p.ThetaD > 0 && p.ThetaD <= maxScore):
		return impossible("ThetaD", p.ThetaD,
			fmt.Sprintf("above 0 and at most %g: the least score of two documents", maxScore))
	case p.Top < 0:
		return impossible("Top", p.Top, "0 (all) or more")
	case !slices.Contains(score.Weights, p.Weight):
		return impossible("Weight", p.Weight, "one of "+strings.Join(score.Weights, ", "))
	case p.Recall != 0 && !(p.Recall > 0 && p.Recall < 1):
		return impossible("Recall", p.Recall,
			"above 0 and below 1: the least share of the sentences that are alike which lsh finds; exact finds all")
	case p.Groups < 1:
		return impossible("Groups", p.Groups, "at least 1")
	}
	if p.signs() {
		if err := p.Sign.Validate(p.Method == LSH); err != nil {
			return err
		}
	}
	return cmp.Or(p.MaxDocuments.Validate("reuse.Params"), p.Shuffle.Validate())
}

// maxScore is the largest ThetaD: a number of JSON that is exact.
const maxScore = 1e15

// is reports whether the method is one of methods.
func (p Params) is(methods ...string) bool { return slices.Contains(methods, p.Method) }

// signs reports whether sentences meet at signatures.
func (p Params) signs() bool { return p.is(LSH, QSign, PartEnum) }

// Meets reports whether wordings meet (Meet). Otherwise all wordings of two groups are compared in
// their cell.
func (p Params) Meets() bool { return !p.is(Inverted, DivideSkip) }

// Ordered reports whether Emit needs the result of Count.
func (p Params) Ordered() bool { return p.Method == Exact }

// bounds returns the bounds of two bags that are alike.
func (p Params) bounds() overlap.Bounds { return overlap.Bounds{Overlap: p.ThetaS} }

// in returns p for a collection of size documents: with the MaxDocuments that is used.
func (p Params) in(size int64) Params {
	p.MaxDocuments = candidate.MaxDocuments(p.MaxDocuments.In(size))
	return p
}

// crowd returns the number of other wordings that make a wording hot which is alike to them, whatever
// else it is alike to. p is the result of in.
func (p Params) crowd() int {
	if p.Directed {
		return int(p.MaxDocuments) + 1
	}
	return int(p.MaxDocuments) // its own document is one more
}

// groupBytes is the size of the input for one group, in bytes.
const groupBytes = 128 << 20

// GroupsFor returns Params.Groups for the text of a pipeline with the shuffle sh.
func GroupsFor(sh shuffle.Params) int { return sh.Groups(groupBytes) }

// Names of the ledger.
const (
	// MetPairs counts pairs of wordings that have a key, a bucket or a word in common, each time they have
	// one. Pairs too different in length are not looked at.
	MetPairs = "sentence_pairs_met"
	// ComparedPairs counts pairs of wordings of which S was computed. What DivideSkip leaves to compare depends
	// on how wordings are divided into groups, so it does not count.
	ComparedPairs = "sentence_pairs_compared"
	// AlikePairs counts pairs of different wordings that are alike.
	AlikePairs = "sentence_pairs_alike"
	// MatchPairs counts pairs of sentences that count for the score of two documents.
	MatchPairs = "sentence_pairs"
	// Pairs counts pairs of documents in the result.
	Pairs = "pairs"
	// Below counts pairs of documents with a score below ThetaD.
	Below = "not_compared.document_pairs_below_theta_d"
	// BelowTop counts pairs of documents with a score of at least ThetaD that are not among the Top of either.
	BelowTop = "not_compared.document_pairs_below_the_top"
	// Hot counts hot wordings, HotOccurrences the sentences that have them.
	Hot            = "hot_sentences"
	HotOccurrences = "hot_sentence_occurrences"
	// HotPairs counts pairs of documents that were not made from a hot wording.
	HotPairs = "not_compared.document_pairs_on_a_hot_sentence"
	// Repeats counts sentences beyond the fourth with the same wording in a document.
	Repeats = "not_compared.sentences_repeated_in_a_document"
	// FrequentPairs counts pairs of wordings that were not looked at under a key that very many have.
	FrequentPairs = "not_compared.sentence_pairs_on_a_frequent_signature"
	// CrowdPairs counts pairs of wordings that were not compared, because one of them is hot, or both, where they met.
	CrowdPairs = "not_compared.sentence_pairs_of_a_hot_sentence"
	// Orphans counts pairs of documents of which one was rejected.
	Orphans = "not_compared.pairs_of_rejected_documents"
)

// byCell returns the packed shuffle of records by cell.
func (p Params) byCell() shuffle.Params { return delivery.ByGroups(p.Shuffle, p.Groups, p.Directed) }

// check panics if the parameters of a stage are not valid.
func (p Params) check() {
	parameter.Must(p.Validate())
}

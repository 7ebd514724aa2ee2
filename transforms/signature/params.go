// Package signature turns sentences into signatures: the keys under which sentences
// of different documents meet in the shuffle.
//
// The algorithms are in the packages below this one and know nothing of Beam.
package signature

import (
	"fmt"
	"slices"
	"strconv"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature/imatch"
	"example.org/diagonal/transforms/signature/spotsigs"
)

// The methods.
const (
	IMatch   = "imatch"
	Shingle  = "shingle"
	SpotSigs = "spotsigs"
)

// Methods are all of them.
var Methods = []string{IMatch, Shingle, SpotSigs}

// Params configures Emit.
type Params struct {
	// Method is how signatures are taken: IMatch, one hash over the words of a sentence that
	// are neither too frequent nor too rare, fastest, finds equal sentences; Shingle, all runs
	// of N words, finds edited ones, down to a similarity of Tau; SpotSigs, frequent words with
	// those behind them, a few for each sentence.
	Method string
	// Idf is the idf range of the words that IMatch hashes.
	Idf imatch.Range
	// Sorted hashes the sorted set of the words (the original I-Match), so that a
	// sentence and its reordering have the same signature.
	Sorted bool
	// N is the number of words in a shingle. A smaller N forgives more edits.
	N int
	// Antecedents is the words that SpotSigs start at.
	Antecedents Antecedents
	// Spots configures the words behind the antecedents.
	Spots spotsigs.Params
	// Tau is the least Jaccard similarity of two duplicate sentences: it decides how many
	// signatures of a sentence are indexed.
	Tau float64
	// MaxDocuments is candidate.Params.MaxDocuments, or 0. Places of a signature in more documents
	// are spread over all shards, because similar sentences are not paired by it. It never changes
	// the result.
	MaxDocuments int
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Antecedents chooses the words that SpotSigs start at.
type Antecedents struct {
	// Share is the share of all words of the collection that the antecedents make
	// up, most frequent first, if Count is 0 and Words is empty.
	Share float64
	// Count is the number of most frequent words.
	Count int
	// Words are given words, as hashes.
	Words []uint32
}

// Parts of what String returns: the beginning of a share, the end of given words.
const (
	ShareOf    = "share of "
	GivenWords = " given words"
)

// String returns how the antecedents are chosen: a number of words, a share, or given words.
func (a Antecedents) String() string {
	switch {
	case len(a.Words) > 0:
		return strconv.Itoa(len(a.Words)) + GivenWords
	case a.Count > 0:
		return strconv.Itoa(a.Count)
	}
	return fmt.Sprintf("%s%g", ShareOf, a.Share)
}

// DefaultShare makes some 4 signatures a sentence in English, the advice of the paper.
const DefaultShare = 0.4

// Defaults is Params with a value for every field that has a default: all but the
// required ones, with a Tau of 0.9.
func Defaults() Params {
	return Params{
		Method: IMatch, Idf: imatch.Range{Lo: 0.1, Hi: 1}, N: 4,
		Antecedents: Antecedents{Share: DefaultShare}, Spots: spotsigs.Params{Distance: 1, Length: 2}, Tau: 0.9,
	}
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("signature.Params").Impossible
	switch {
	case !slices.Contains(Methods, p.Method):
		return impossible("Method", p.Method, "imatch, shingle or spotsigs")
	case !p.Idf.Valid():
		return impossible("Idf", p.Idf, "0 <= low <= high <= 1")
	case p.N < 1:
		return impossible("N", p.N, "at least 1: a shingle has at least one word")
	case p.Spots.Distance < 1:
		return impossible("Spots.Distance", p.Spots.Distance, "at least 1")
	case p.Spots.Length < 1 || p.Spots.Length > spotsigs.MaxLength:
		return impossible("Spots.Length", p.Spots.Length, fmt.Sprintf("1 to %d", spotsigs.MaxLength))
	case p.Antecedents.Count < 0:
		return impossible("Antecedents.Count", p.Antecedents.Count, "a number of words, or given words")
	case !(p.Antecedents.Share > 0 && p.Antecedents.Share < 1):
		return impossible("Antecedents.Share", p.Antecedents.Share, "above 0 and below 1")
	case !(p.Tau > 0 && p.Tau <= 1):
		return impossible("Tau", p.Tau, "a similarity above 0 and at most 1")
	case p.MaxDocuments < 0:
		return impossible("MaxDocuments", p.MaxDocuments, "0 (no cap) or more")
	}
	return p.Shuffle.Validate()
}

// Exact reports whether a sentence has one signature, so that sharing it is being equal.
func (p Params) Exact() bool { return p.Method == IMatch }

// NeedsTable reports whether Emit needs statistics of the collection.
func (p Params) NeedsTable() bool { return p.Method != Shingle }

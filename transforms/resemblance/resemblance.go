// Package resemblance finds the pairs of documents that resemble or contain each other, as sets
// of shingles or of spot signatures.
//
// Source: Khoshdel Nikkhoo, "The impact of near-duplicate documents on information
// retrieval evaluation", University of Waterloo, 2010, after Broder 1997: shingles of
// each document, documents of each shingle, shared shingles of each pair. The stages here
// are the same: Emit, Meet, Compare. They send less. A document sends only the shingles
// that can decide about a pair (package overlap), rarest first (package rarity), and none
// that no other document has. Deliver brings the sets of both documents of a pair to one
// cell, where Compare compares them. The result contains the pairs that brute force finds, but
// for those that FrequentPairs counts. Only one thing is left to chance: that two shingles have
// the same 60-bit hash.
//
// Equal documents have the same words in the same order. They form a class, which is
// compared as one document: every method uses only the words of a document, so all members
// of a class have the same resemblance to any other document, and 1 to each other. Classify
// finds the members of each class, one member represents it, and List lists the members.
// The features and the sketch of a class are sent about once, and each member sends only
// its fingerprint and its id. So n equal documents cost time proportional to n.
//
// Methods that are not exact use the same stages. Documents meet at the bands of their
// MinHash or the blocks of their SimHash, and are compared by these.
package resemblance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/resemblance/rarity"
	"example.org/diagonal/transforms/signature/spotsigs"
	"example.org/diagonal/transforms/sketch/minhash"
	"example.org/diagonal/transforms/sketch/simhash"
)

// The methods.
const (
	// Exact compares sets of shingles.
	Exact = "exact"
	// ModM compares samples of these sets.
	ModM = "modm"
	// MinHash compares the least values of these sets under permutations.
	MinHash = "minhash"
	// SimHash compares 64-bit fingerprints of these sets.
	SimHash = "simhash"
	// SpotSigs compares sets of spot signatures.
	SpotSigs = "spotsigs"
)

// Methods are all of them.
var Methods = []string{Exact, ModM, MinHash, SimHash, SpotSigs}

// Params configures the stages, which must all be given the same.
type Params struct {
	// Method is how documents are compared: Exact, ModM, MinHash, SimHash or SpotSigs.
	Method string
	// N is the number of words, or Han characters, in a shingle. A smaller N tolerates more
	// edits, and more documents share shingles by chance. A document of fewer words has one
	// shingle: all its words.
	N int
	// Bounds decides which pairs the result contains. Exact and SpotSigs compare the
	// measures with it, ModM and MinHash estimates of them. SimHash uses Distance instead.
	Bounds overlap.Bounds
	// Modulus is that of ModM, which keeps one of Modulus shingles.
	Modulus uint64
	// MinHash configures the sketches of MinHash.
	MinHash minhash.Params
	// Distance is the largest number of bits in which the SimHashes of a pair may differ.
	Distance int
	// Spots configures the signatures of SpotSigs.
	Spots spotsigs.Params
	// Directed compares documents of the input side with those of the source side only.
	Directed bool
	// Longest chooses the document with the longest text, in code points, to represent a
	// class. Otherwise, and if texts have the same length, it is the one with the smallest id.
	Longest bool
	// EqualPairs makes Deliver and Compare write every pair of documents. Otherwise they
	// write one pair for two classes, that of their representatives, and none for two
	// documents of one class. They count the others.
	EqualPairs bool
	// EveryLink makes Compare return a link for every pair of classes. Otherwise the links are
	// some that connect the same classes.
	EveryLink bool
	// OnlyGroups makes no pairs for the result. Meet makes fewer pairs of a feature of many classes, and
	// Compare compares two classes only if no pair has connected them before. It counts no Pairs, because
	// their number depends on the order.
	OnlyGroups bool
	// Groups is the number of groups into which documents are divided. Each two groups
	// have a cell, in which the pairs of their documents are compared. A document is sent
	// once to each cell that needs it. Groups never changes the result.
	//
	// Required.
	Groups int
	// Shuffle configures the packed shuffle. It is the same for all stages of a pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	impossible := parameter.Of("resemblance.Params").Impossible
	b := p.Bounds
	switch {
	case !p.is(Methods...):
		return impossible("Method", p.Method, "one of "+strings.Join(Methods, ", "))
	case p.N < 1:
		return impossible("N", p.N, "at least 1: a shingle has at least one word")
	case !(b.Resemblance > 0 && b.Resemblance <= 1):
		return impossible("Bounds.Resemblance", b.Resemblance, "a resemblance above 0 and at most 1")
	case !(b.Containment >= 0 && b.Containment <= 1):
		return impossible("Bounds.Containment", b.Containment, "a containment above 0 and at most 1, or 0 for none")
	case b.Containment > 0 && p.is(MinHash, SimHash):
		return impossible("Bounds.Containment", b.Containment, "0 with the method "+p.Method+
			", whose sketches say nothing of documents of different size; use exact, modm or spotsigs")
	case p.Modulus < 1 || p.Modulus > 1<<32:
		return impossible("Modulus", p.Modulus, "1 to 2^32")
	case p.MinHash.Validate() != nil:
		return p.MinHash.Validate()
	case p.Distance < 0 || p.Distance > simhash.MaxDistance:
		return impossible("Distance", p.Distance, fmt.Sprintf("0 to %d bits", simhash.MaxDistance))
	case p.Spots.Distance < 1:
		return impossible("Spots.Distance", p.Spots.Distance, "at least 1")
	case p.Spots.Length < 1 || p.Spots.Length > spotsigs.MaxLength:
		return impossible("Spots.Length", p.Spots.Length, fmt.Sprintf("1 to %d", spotsigs.MaxLength))
	case p.Groups < 1:
		return impossible("Groups", p.Groups, "at least 1")
	}
	return p.Shuffle.Validate()
}

// is reports whether the method is one of methods.
func (p Params) is(methods ...string) bool { return slices.Contains(methods, p.Method) }

// NeedsRarity reports whether Emit needs the result of Rarity. That is so if documents are
// compared by sets, because they then meet at elements.
func (p Params) NeedsRarity() bool { return p.is(Exact, ModM, SpotSigs) }

// bands returns the number of bands of MinHash.
func (p Params) bands() int {
	if p.MinHash.Bands > 0 {
		return p.MinHash.Bands
	}
	return minhash.BandsFor(p.MinHash.Permutations, p.Bounds.Resemblance)
}

// table returns the size of the table of rarity, as rarity.BitsFor does.
func (p Params) table() (tableBits int, crowded bool) {
	bytes := p.Shuffle.TextBytes
	if p.Method == ModM {
		bytes /= int64(p.Modulus)
	}
	return rarity.BitsFor(bytes)
}

// groupBytes is the size of the input for one group, in bytes.
const groupBytes = 128 << 20

// GroupsFor returns Params.Groups for the text of a pipeline with the shuffle sh.
func GroupsFor(sh shuffle.Params) int { return sh.Groups(groupBytes) }

// Names of the ledger.
const (
	// Elements counts the elements of all sets: distinct shingles, or spot signatures.
	Elements = "elements"
	// Empty counts documents with an empty set: they have no word, no spot signature, or no
	// shingle in the sample. They are compared with no other.
	Empty = "not_compared.documents_without_elements"
	// Pairs counts pairs of documents that were found, written or not.
	Pairs = "pairs"
	// PairsOfEqual counts pairs of two equal documents that were not written.
	PairsOfEqual = "not_compared.pairs_of_equal_documents"
	// PairsOfCopies counts pairs of documents of different classes that were not written,
	// because one of them or both do not represent their class.
	PairsOfCopies = "not_compared.pairs_of_copies"
	// FrequentPairs counts pairs of classes that were not looked at under a feature that very many have.
	FrequentPairs = "not_compared.document_pairs_on_a_frequent_signature"
	// Taken counts documents that are not compared, because their class has the key of a
	// class with other words.
	Taken = "not_compared.documents_with_a_fingerprint_taken"
	// Groups counts groups of two or more documents. Deliver counts each class of two or
	// more as a group; group.Join subtracts classes that it joins to others.
	Groups = "groups"
	// Grouped counts documents in groups.
	Grouped = "documents_in_groups"
	// Singletons counts documents in no group. Classify counts all documents; Deliver and group.Join
	// subtract those that they find in groups.
	Singletons = "singletons"
	// EarlierDocuments counts documents that an earlier result of partition has with the same words. They are no
	// singletons. EarlierChanged counts those that it has with other words: they are new ones.
	EarlierDocuments = "earlier_documents"
	EarlierChanged   = "earlier_documents_changed"
	// EarlierWithoutText counts sets of an earlier result whose representative is not among the documents, or has
	// changed.
	EarlierWithoutText = "not_compared.earlier_sets_without_their_representative"
)

// start checks the parameters of a stage, and returns its scope. It panics if they are not
// valid.
func start(s beam.Scope, stage string, p Params) beam.Scope {
	parameter.Must(p.Validate())
	return s.Scope("resemblance." + stage)
}

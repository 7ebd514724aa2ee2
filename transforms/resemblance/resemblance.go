// Package resemblance finds the pairs of documents that resemble each other, or of which
// one contains the other, as sets of shingles or of spot signatures.
//
// Source: Khoshdel Nikkhoo, "The impact of near-duplicate documents on information
// retrieval evaluation", University of Waterloo, 2010, after Broder 1997: shingles of
// each document, documents of each shingle, shared shingles of each pair. The steps are
// the same here: Emit, Meet, Compare. What differs is how much travels. A document sends
// only those of its shingles that a pair could depend on (package overlap), rarest first
// (package rarity), and not one that no other document has; pairs are compared by
// the sets themselves, which are brought to where pairs meet (Deliver). The pairs are
// those of brute force; the only thing left to chance is that two shingles have one
// 60-bit hash.
//
// Equal documents are compared as one. Documents are equal that have the same words in
// the same order: all that is taken of a document is taken of its words, so every method
// measures each of them the same against any other document, and 1 against each other.
// They are a class; Name finds who is in it, one of them stands for it, and List lists
// them. The features and sketches of a class travel about once, and of each member only
// its fingerprints and its id, so that the work for n equal documents is of the order n.
//
// The sketches, which are not exact, go through the same stages: a document meets others
// at the bands of its MinHash or the blocks of its SimHash, and is compared by these.
package resemblance

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/transforms/resemblance/overlap"
	"example.org/diagonal/transforms/resemblance/rarity"
	"example.org/diagonal/transforms/shuffle"
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
	// Method is what documents are compared by.
	Method string
	// N is the number of words (Han characters) in a shingle: fewer forgive more edits
	// and are shared by chance more often. A document of fewer words is its one shingle.
	N int
	// Bounds is which pairs are wanted. Exact and SpotSigs compare with it the measures
	// themselves, the others estimates; SimHash asks for Distance instead.
	Bounds overlap.Bounds
	// Modulus is that of ModM, which keeps one shingle in so many.
	Modulus uint64
	// MinHash is the sketches of MinHash.
	MinHash minhash.Params
	// Distance is the number of bits in which the fingerprints of SimHash may differ.
	Distance int
	// Spots is the chains of SpotSigs.
	Spots spotsigs.Params
	// Directed compares documents of the input side with those of the source side only.
	Directed bool
	// Longest makes the document with the longest text, in code points, stand for those
	// that are equal. Else and of equals it is the one with the smallest id.
	Longest bool
	// EqualPairs makes Deliver and Compare write every pair. Else of the pairs that two
	// classes of equal documents make they write that of the two that stand for them, and
	// none of two documents of one class; the others are counted.
	EqualPairs bool
	// TextBytes is about how many bytes of text there are: it decides how finely
	// shingles are counted, never the result.
	TextBytes int64
	// Groups is the number of groups that documents are dealt to. Two documents are
	// compared in the cell of their groups, to which each document that a pair in it
	// needs comes once. It never changes the result.
	//
	// Required.
	Groups int
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate reports the first field that holds an impossible value.
func (p Params) Validate() error {
	b := p.Bounds
	switch {
	case !p.is(Methods...):
		return fmt.Errorf("--method=%s: want one of %v", p.Method, Methods)
	case p.N < 1:
		return fmt.Errorf("--n=%d: a shingle has at least one word", p.N)
	case !(b.Resemblance > 0 && b.Resemblance <= 1):
		return fmt.Errorf("--threshold=%g: want a resemblance above 0 and at most 1", b.Resemblance)
	case !(b.Containment >= 0 && b.Containment <= 1):
		return fmt.Errorf("--containment=%g: want a containment above 0 and at most 1, or 0 for none", b.Containment)
	case b.Containment > 0 && p.is(MinHash, SimHash):
		return fmt.Errorf("--containment needs --method=exact, modm or spotsigs: the sketches of %s say nothing of documents of different size", p.Method)
	case p.Modulus < 1 || p.Modulus > 1<<32:
		return fmt.Errorf("--modulus=%d: want 1 to 2^32", p.Modulus)
	case p.MinHash.Validate() != nil:
		return p.MinHash.Validate()
	case p.Distance < 0 || p.Distance > simhash.MaxDistance:
		return fmt.Errorf("--distance=%d: want 0 to %d bits", p.Distance, simhash.MaxDistance)
	case p.Spots.Distance < 1:
		return fmt.Errorf("--spot_distance=%d: want at least 1", p.Spots.Distance)
	case p.Spots.Chain < 1 || p.Spots.Chain > spotsigs.MaxChain:
		return fmt.Errorf("--chain=%d: want 1 to %d", p.Spots.Chain, spotsigs.MaxChain)
	case p.Groups < 1:
		return fmt.Errorf("resemblance.Params: Groups is %d, must be at least 1", p.Groups)
	}
	return p.Shuffle.Validate()
}

func (p Params) is(methods ...string) bool {
	for _, m := range methods {
		if p.Method == m {
			return true
		}
	}
	return false
}

// NeedsRarity says whether Emit needs the result of Rarity: where documents are compared
// by sets, and so meet at elements.
func (p Params) NeedsRarity() bool { return p.is(Exact, ModM, SpotSigs) }

// bands is the number of bands of MinHash.
func (p Params) bands() int {
	if p.MinHash.Bands > 0 {
		return p.MinHash.Bands
	}
	return minhash.BandsFor(p.MinHash.Permutations, p.Bounds.Resemblance)
}

// table is the size of the table of rarity.
func (p Params) table() (tableBits, sample int) {
	bytes := p.TextBytes
	if p.Method == ModM {
		bytes /= int64(p.Modulus)
	}
	return rarity.BitsFor(bytes)
}

// groupBytes is how much input a group answers for.
const groupBytes = 128 << 20

// GroupsFor is the number of groups for an input of so many bytes.
func GroupsFor(input int64, sh shuffle.Params) int { return sh.Groups(input, groupBytes) }

// Names of the ledger.
const (
	// Elements is the sum of the sizes of the sets: of distinct shingles, or signatures.
	Elements = "elements"
	// Empty is documents of which the method takes nothing: no word, no signature, no
	// shingle in the sample. They are compared with nothing.
	Empty = "not_compared.documents_without_elements"
	// Pairs is pairs of documents that were found, written or not.
	Pairs = "pairs"
	// PairsOfEqual is those of two equal documents that were not written.
	PairsOfEqual = "not_compared.pairs_of_equal_documents"
	// PairsOfCopies is those of two documents that are not equal that were not written,
	// since one of the two equals another document that stands for it.
	PairsOfCopies = "not_compared.pairs_of_copies"
	// Taken is documents whose words have the key of other words.
	Taken = "not_compared.documents_with_a_fingerprint_taken"
	// Groups is groups of two and more documents: of classes where Deliver finds them.
	Groups = "groups"
	// Grouped is documents in them.
	Grouped = "documents_in_groups"
	// Singletons is documents in no group. Name counts all documents; Deliver and group.Join
	// subtract those that they find in groups.
	Singletons = "singletons"
)

// start checks the parameters of a stage and names its scope.
func start(s beam.Scope, stage string, p Params) beam.Scope {
	if err := p.Validate(); err != nil {
		panic(err)
	}
	return s.Scope("resemblance." + stage)
}

// Package gram finds the documents that have runs of words in common: the word
// n-grams of units, grouped, thinned, and paired.
//
// An n-gram in many documents says little and costs much. In more than a cap of
// documents it is hot and pairs nothing; in fewer it is thinned: of the n-grams that
// stand in d > keep documents a share of keep/d is used, chosen by their hash, so
// that each document meets about keep others on any of them, and nothing between
// keep and the cap goes unseen where a passage has several n-grams.
package gram

import (
	"cmp"
	"slices"

	"example.org/diagonal/transforms/shuffle/mix"
	"example.org/diagonal/transforms/signature/shingle"
)

// Size is the number of words in an n-gram.
const Size = 3

// Of is the 48-bit signature of the n-gram that begins words.
func Of(words []uint32) uint64 { return shingle.Hash(words[:Size]) >> 16 }

// Posting says that a unit of a document has an n-gram.
type Posting struct {
	Gram uint64
	// Document is the number of the document among those of the shard, in the order
	// of their keys.
	Document, Unit uint32
}

// Params configures Groups.
type Params struct {
	// Cap is the number of documents above which an n-gram is hot; 0 is none.
	Cap int
	// Keep is the number of documents above which n-grams are thinned.
	Keep int
	// Repeats is how many postings of one document are used.
	Repeats int
}

// Counts is what was left out.
type Counts struct {
	Hot, HotPairs, Thinned, ThinnedPairs, Repeats int64
}

// Groups sorts the postings of a shard and calls pair for those of each n-gram that
// two units share and that is to be used, with the number of documents that have it, hot
// for those of each hot n-gram. Both are in order of document, then unit.
func Groups(postings []Posting, p Params, pair func(group []Posting, documents int), hot func([]Posting)) Counts {
	var c Counts
	sortByGram(postings, func(x, y Posting) int {
		return cmp.Or(cmp.Compare(x.Gram, y.Gram), cmp.Compare(x.Document, y.Document), cmp.Compare(x.Unit, y.Unit))
	})
	for i := 0; i < len(postings); {
		j, documents := i+1, 1
		for j < len(postings) && postings[j].Gram == postings[i].Gram {
			if postings[j].Document != postings[j-1].Document {
				documents++
			}
			j++
		}
		group := postings[i:j]
		i = j
		pairs := int64(documents) * int64(documents-1) / 2
		switch {
		case len(group) == 1:
		case p.Cap > 0 && documents > p.Cap:
			c.Hot++
			c.HotPairs += pairs
			hot(group)
		case documents > p.Keep && !kept(group[0].Gram, documents, p.Keep):
			c.Thinned++
			c.ThinnedPairs += pairs
		default:
			group, cut := firstRepeats(group, p.Repeats)
			c.Repeats += cut
			pair(group, documents)
		}
	}
	return c
}

// kept says whether an n-gram of so many documents is used: keep of documents are.
func kept(gram uint64, documents, keep int) bool {
	return (mix.Full(gram)>>32)*uint64(documents)>>32 < uint64(keep)
}

// firstRepeats keeps the first postings of each document, in place.
func firstRepeats(group []Posting, most int) ([]Posting, int64) {
	kept, run := group[:0], 0
	for i, g := range group {
		if run++; i == 0 || g.Document != kept[len(kept)-1].Document {
			run = 1
		}
		if run <= most {
			kept = append(kept, g)
		}
	}
	return kept, int64(len(group) - len(kept))
}

// sortByGram is slices.SortFunc after one pass that deals the postings into buckets by
// their n-grams, which are hashes.
func sortByGram(postings []Posting, compare func(x, y Posting) int) {
	if len(postings) < 64 {
		slices.SortFunc(postings, compare)
		return
	}
	lo, hi := ^uint64(0), uint64(0)
	for _, p := range postings {
		lo, hi = min(lo, p.Gram), max(hi, p.Gram)
	}
	shift := 0
	for (hi-lo)>>shift >= uint64(len(postings)/4) {
		shift++
	}
	ends := make([]uint32, (hi-lo)>>shift+2)
	for _, p := range postings {
		ends[(p.Gram-lo)>>shift+1]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	dealt := make([]Posting, len(postings))
	for _, p := range postings {
		at := &ends[(p.Gram-lo)>>shift]
		dealt[*at] = p
		*at++
	}
	start := uint32(0)
	for _, end := range ends[:len(ends)-1] {
		if end-start > 1 {
			slices.SortFunc(dealt[start:end], compare)
		}
		start = end
	}
	copy(postings, dealt)
}

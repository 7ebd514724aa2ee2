package candidate

import (
	"example.org/diagonal/transforms/candidate/thin"
	"example.org/diagonal/transforms/signature"
)

// How n-grams in many documents, or often in one, are thinned: see package thin. Of a signature in more
// than KeepDocuments documents, a sample is used.
const (
	KeepDocuments = 10
	maxRepeats    = 4
)

// spacelessKeep takes the place of KeepDocuments for chains in text without spaces that are not rare: there
// a passage has many chains (spacelessHits). With 2, long texts that many documents have are cut short.
const spacelessKeep = 6

// thinned reports whether a signature that so many documents have, with a posting p, is left out between documents
// in scripts without spaces.
func (fn *unitMatcher) thinned(p thin.Posting, documents int) bool {
	return fn.kind == signature.ChainKind && documents > fn.rareIn[1] && p.Unit&signature.CopyMark == 0 &&
		!thin.Kept(p.Signature, documents, spacelessKeep)
}

// bothSpaceless reports whether the documents of two postings are in scripts without spaces.
func bothSpaceless(a, b thin.Posting) bool { return a.Document&b.Document&spacelessBit != 0 }

// begins reports whether posting x of a group is the first one of its document.
func begins(group []thin.Posting, x int) bool {
	return x == 0 || group[x].Document != group[x-1].Document
}

// manyDocuments is a number of documents. A collection of fewer is small: a handful of its documents
// may have one source.
const manyDocuments = 16_000

// rareDocuments returns the number of documents up to which a signature that two of them share
// is evidence of reuse (package seedextend), in a collection of size documents:
// three in a large one, where many documents have each set phrase, and more in a small
// one, where a handful of documents may have one source. Chains are made in collections of many
// words: these are large, also if they are a few long documents. In text without spaces an
// n-gram is only about two words, which more documents share by chance: there it is rare in 6
// documents at most. (With 4 instead, 11 of 5,970 short runs of Chinese histories are lost.) The
// number is never above KeepDocuments: what is thinned out is not seen.
func rareDocuments(kind signature.Kind, size int64, spaceless bool) int {
	switch {
	case kind == signature.ChainKind:
		size = max(size, manyDocuments)
	case spaceless:
		size = max(size, manyDocuments/3)
	}
	return int(min(KeepDocuments, 3+manyDocuments/max(1, size)))
}

// FewDocuments is the number of documents up to which a signature is in few documents, whatever the collection: what
// they share there counts in full for seedextend.Passage.Evidence.
const FewDocuments = 3

// rare reports whether a signature of a and b that so many documents have is evidence of reuse.
func (fn *unitMatcher) rare(a, b thin.Posting, documents int) bool {
	if (a.Document|b.Document)&spacelessBit != 0 {
		return documents <= fn.rareIn[1]
	}
	return documents <= fn.rareIn[0]
}

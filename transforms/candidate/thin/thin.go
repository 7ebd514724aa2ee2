// Package thin groups the postings of signatures, which are n-grams or chains, and
// thins out the signatures that stand in many documents.
//
// Such a signature says little and costs much. In more documents than a cap it pairs
// nothing. In fewer it is thinned: of the signatures in d > keep documents a
// share of keep/d is used, chosen by their hash. So each document meets about keep
// others on any of them, and a passage with several signatures between keep and the cap
// is still seen. A signature may be hot below the cap: then its places count for hot units,
// and it pairs units all the same, because an edited text has some of the words of hot text.
package thin

import (
	"cmp"
	"slices"

	"example.org/diagonal/engine/shuffle/bucket"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/transforms/candidate/pairs"
)

// Posting says that a unit of a document has a signature.
type Posting struct {
	Signature uint64
	// Document is a number for each document of the shard, in the order of their keys. Unit is a
	// unit, or a place in it (chain.PlaceOf).
	Document, Unit uint32
}

// Compare compares two postings by signature, then document, then unit.
func (p Posting) Compare(q Posting) int {
	return cmp.Or(cmp.Compare(p.Signature, q.Signature), cmp.Compare(p.Document, q.Document),
		cmp.Compare(p.Unit, q.Unit))
}

// Params configures Groups.
type Params struct {
	// Hot is the number of documents above which a signature is hot; 0 is none.
	Hot int
	// Cap is the number of documents above which a hot signature pairs nothing: with no more than Hot, all hot ones
	// pair nothing. Copies never pair above Hot.
	Cap int
	// Keep is the number of documents above which signatures are thinned.
	Keep int
	// Repeats is how many postings of one document are used.
	Repeats int
	// Copies is a bit of Unit: signatures whose postings have it are not thinned.
	Copies uint32

	// Documents returns in how many documents a signature is, if the postings are those of a part
	// of the documents. Nil: they are all.
	Documents func(signature uint64) int
	// Seen is called with the postings of each signature, the number of documents that have it, and
	// what becomes of it. Nil: nobody looks.
	Seen func(group []Posting, documents int, fate Fate)
}

// Fate is what becomes of a signature.
type Fate string

const (
	// Alone is a signature with one posting.
	Alone Fate = "alone"
	// Hot is one in so many documents that it pairs nothing.
	Hot Fate = "hot"
	// Thinned is one in many documents that was not chosen. It pairs nothing.
	Thinned Fate = "thinned"
	// Used is any other one.
	Used Fate = "used"
)

// hot reports whether a signature in so many documents is hot.
func (p *Params) hot(documents int) bool { return p.Hot > 0 && documents > p.Hot }

// fate returns what becomes of a signature with the postings group, which is in so many documents.
func (p *Params) fate(group []Posting, documents int) Fate {
	copies := group[0].Unit&p.Copies != 0
	switch {
	case p.hot(documents) && (copies || documents > p.Cap):
		return Hot
	case len(group) == 1:
		return Alone
	case documents > p.Keep && !copies && !Kept(group[0].Signature, documents, p.Keep):
		return Thinned
	}
	return Used
}

// Counts is what was left out.
type Counts struct {
	Thinned, ThinnedPairs, Repeats int64
}

// Groups sorts the postings of a shard and calls pair for those of each signature
// that two units share and that is to be used, with the number of documents that have it, hot
// for those of each hot signature. Both are in order of document, then unit. Groups does not
// change postings.
func Groups(
	postings []Posting, p Params, scratch *Scratch, pair func(group []Posting, documents int),
	hot func(group []Posting, documents int),
) Counts {
	var c Counts
	postings = scratch.sort(postings)
	for i := 0; i < len(postings); {
		j, documents := i+1, 1
		for j < len(postings) && postings[j].Signature == postings[i].Signature {
			if postings[j].Document != postings[j-1].Document {
				documents++
			}
			j++
		}
		group := postings[i:j]
		i = j
		if p.Documents != nil {
			documents = max(documents, p.Documents(group[0].Signature))
		}
		fate := p.fate(group, documents)
		if p.Seen != nil {
			p.Seen(group, documents, fate)
		}
		if p.hot(documents) {
			hot(group, documents)
		}
		switch fate {
		case Alone, Hot:
		case Thinned:
			c.Thinned++
			c.ThinnedPairs = pairs.Add(c.ThinnedPairs, pairs.Of(int64(documents)))
		default:
			group, cut := FirstRepeats(group, p.Repeats)
			c.Repeats += cut
			pair(group, documents)
		}
	}
	return c
}

// Kept reports whether a signature of so many documents is used: keep of documents are. One that is used with a
// smaller keep is used with a larger one.
func Kept(signature uint64, documents, keep int) bool {
	return (mix.Full(signature)>>32)*uint64(documents)>>32 < uint64(keep)
}

// FirstRepeats keeps the first postings of each document, at most so many, in place, and returns how many it has cut.
func FirstRepeats(group []Posting, max int) ([]Posting, int64) {
	kept, run := group[:0], 0
	for i, g := range group {
		if run++; i == 0 || g.Document != kept[len(kept)-1].Document {
			run = 1
		}
		if run <= max {
			kept = append(kept, g)
		}
	}
	return kept, int64(len(group) - len(kept))
}

// Scratch is reused from shard to shard. The zero value is ready.
type Scratch struct {
	sorted []Posting
}

// sort returns the postings in the order of Compare, in the memory of s.
func (s *Scratch) sort(postings []Posting) []Posting {
	s.sorted, _ = bucket.By(postings, s.sorted, func(p *Posting) uint64 { return p.Signature }, sortBucket)
	return s.sorted
}

// fewPostings is the size of a bucket up to which its postings are inserted one by one.
const fewPostings = 16

// sortBucket sorts the postings of a bucket. Those of a signature come in the order of their
// documents, so they hardly move.
func sortBucket(postings []Posting) {
	if len(postings) > fewPostings {
		slices.SortFunc(postings, Posting.Compare)
		return
	}
	for i := 1; i < len(postings); i++ {
		p, k := postings[i], i
		for ; k > 0 && p.less(&postings[k-1]); k-- {
			postings[k] = postings[k-1]
		}
		postings[k] = p
	}
}

// less reports whether Compare is negative.
func (p *Posting) less(q *Posting) bool {
	if p.Signature != q.Signature {
		return p.Signature < q.Signature
	}
	return uint64(p.Document)<<32|uint64(p.Unit) < uint64(q.Document)<<32|uint64(q.Unit)
}

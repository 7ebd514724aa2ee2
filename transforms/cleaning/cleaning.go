// Package cleaning decides what is removed from a collection so that of every text that
// occurs in several places one place stays.
//
// Documents drops all but one of the documents with the same text, and of the documents of a
// group. Orders decides where to look in the others: at the places that searches have found
// (CopiesOf), and at runs of words that occur twice (Runs). A Looker returns the units of words
// in these places. Equal units meet by the hash of their words, and the first place of each
// stays (First). An Editor removes the others from their documents. Package removal contains
// the rule, and says why no text is lost.
//
// Documents and the edits about them meet in one of two ways (Meeting): the documents travel
// to their edits (Travel), or a program reads the documents again where their edits are, and
// then no text travels. Both ways remove the same.
//
// Every step looks at one document or at one text, so memory is that of a shard.
package cleaning

import (
	"fmt"
	"slices"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterReduce[*names]()
	engine.RegisterReduce[*members]()
	engine.RegisterReduce[*membersOfSet]()
	engine.RegisterReduce[*order]()
	engine.RegisterReduce[*first]()
	engine.RegisterReduce[*firstOfSet]()
	engine.RegisterMap[*runs]()
	engine.RegisterReduce[*repeated]()
}

// The policies.
const (
	// KeepFirst keeps the place in the document with the smallest id in byte order. In one
	// document it keeps the earliest place.
	KeepFirst = "keep_first"
	// KeepLongest keeps the place in the longest document, in code points. Among documents of
	// one length it keeps the place that KeepFirst keeps.
	KeepLongest = "keep_longest"
	// DropAll keeps no place.
	DropAll = "drop_all"
)

// The values of record.Removed.Reason.
const (
	// RepeatReason: the words are kept in the same document.
	RepeatReason = "repeat"
	// PassageReason: the words are kept in another document.
	PassageReason = "passage"
	// HotReason: the place is in a hot passage.
	HotReason = "hot"
	// DocumentReason: another document represents the whole document.
	DocumentReason = "document"
	// SimilarReason: another document, which is not identical, represents the whole document, as Findings.Near says.
	SimilarReason = "similar"
	// LeftReason: what is left of the document is too short. The number of characters is before it.
	LeftReason = " characters left"
	// SpanReason: a user says so.
	SpanReason = "span"
)

// Whole reports whether the reason is that another document represents the whole document.
func Whole(reason string) bool { return reason == DocumentReason || reason == SimilarReason }

// Params configures the stages.
type Params struct {
	// Policy decides which place stays: KeepFirst, KeepLongest or DropAll.
	//
	// Required.
	Policy string
	// Keep decides which place stays, with the policy KeepFirst. Its zero value keeps the place in the smallest id.
	// Of a group of similar documents it chooses the one that stays; without it, the group does.
	Keep Keep
	// Near says that there are Findings.Near: the reason of a document that is dropped for one with another text is
	// then SimilarReason.
	Near bool
	// Result and Collection name what was found, and the documents, in errors. They may be
	// empty.
	Result, Collection string
	// Sample says that the documents are a sample of those that something was found in. What was found
	// in others is left out; otherwise it is an error.
	Sample bool
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value, or nil.
func (p Params) Validate() error {
	impossible := parameter.Of("cleaning.Params").Impossible
	if !slices.Contains([]string{KeepFirst, KeepLongest, DropAll}, p.Policy) {
		return impossible("Policy", p.Policy, "keep_first, keep_longest or drop_all")
	}
	if p.Policy != KeepFirst && len(p.Keep) > 0 {
		return impossible("Keep", p.Keep, "none: only keep_first has an order")
	}
	if err := p.Keep.validate(); err != nil {
		return impossible("Keep", p.Keep, "each field once")
	}
	return p.Shuffle.Validate()
}

// Order is how the places in documents are ordered, of which the first one stays.
func (p Params) Order() Keep {
	if p.Policy == KeepLongest {
		return longest
	}
	return p.Keep
}

// homesOf reads the homes of one key, and returns that of the document that is kept of each id. It calls refuse,
// which may be nil, for the documents that are not kept.
func homesOf(in *engine.In[Home], refuse func(loser, winner *Home)) (homes map[name]*Home) {
	var all [2][]*Home // of the input, of the source
	for h := range in.All {
		side := &all[0]
		if h.Source {
			side = &all[1]
		}
		own := *h
		*side = append(*side, &own)
	}
	homes = map[name]*Home{}
	for _, side := range all {
		for id, h := range catalogue.First(side, func(loser, winner *Home) {
			if refuse != nil && loser.Spot != winner.Spot {
				refuse(loser, winner)
			}
		}) {
			homes[name{id, h.Source}] = h
		}
	}
	return homes
}

// name is the name of a document: a document of the source may have the id of one of the input.
type name struct {
	ID     string
	Source bool
}

// check returns an error if a copy is not in its document. home is nil if the collection has
// no such document.
func (p Params) check(c *Copy, home *Home) error {
	if home == nil && p.Sample {
		return nil
	}
	if home == nil {
		return fmt.Errorf("%s: it names the document %.100q, which is not there", p.foreign(), c.ID)
	}
	if c.Kind == spanCopy && Whole(c.Reason) && c.Start == 0 && c.End == 0 && home.Runes == 0 {
		return nil // an empty document that was dropped
	}
	if !c.whole() && (c.Start < 0 || c.Start >= c.End || c.End > home.Runes) {
		return fmt.Errorf("%s: it has a passage of %.100q from %d to %d, and that document has %d characters",
			p.foreign(), c.ID, c.Start, c.End, home.Runes)
	}
	return nil
}

// foreign begins an error about a copy that is in no document.
func (p Params) foreign() string {
	if p.Result == "" {
		return "what was found does not belong to the documents"
	}
	return fmt.Sprintf("the result %s does not belong to the collection %s", p.Result, p.Collection)
}

package record

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
)

// DocumentShare is one line of the documents of `partial`: how much of a document is found
// elsewhere. Shares are from 0 to 1, rounded to four digits.
type DocumentShare struct {
	ID string `json:"id"`
	// Characters is the length of the text in code points: that of its sentences, from the
	// first word to the last one. Shares are parts of it.
	Characters int64 `json:"characters"`
	// Share is the part that is in passages with other documents or in hot passages.
	// WeightedShare is the same with each code point weighted by the highest similarity of
	// such a passage there. That of a hot passage is 1.
	Share         float64 `json:"share"`
	WeightedShare float64 `json:"weighted_share"`
	// HotShare is the part in hot passages. Share contains it.
	HotShare float64 `json:"hot_share"`
	// WithinShare is the part in passages inside the document. Share does not contain it.
	WithinShare float64 `json:"within_share"`
	// Documents is the number of other documents that have a passage with this one. Hot
	// passages do not count.
	Documents int64 `json:"documents"`
	// Contains is how many of them are inside this one (Inside), ContainsShare the part that they cover.
	Contains      int64   `json:"contains,omitempty"`
	ContainsShare float64 `json:"contains_share,omitempty"`
	// Top is the first of them: largest weighted share first.
	Top []OtherShare `json:"top"`
	// Fields are the fields of its record that were kept.
	Fields Fields `json:"fields,omitempty"`
}

// OtherShare is the part of a document that is found in one other document.
type OtherShare struct {
	ID            string  `json:"id"`
	Share         float64 `json:"share"`
	WeightedShare float64 `json:"weighted_share"`
	// Source is true if the other document is one of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey orders documents: largest share first, then largest weighted share, then by id.
func (d DocumentShare) SortKey() []byte {
	k := binary.BigEndian.AppendUint64(nil, ^math.Float64bits(d.Share))
	k = binary.BigEndian.AppendUint64(k, ^math.Float64bits(d.WeightedShare))
	return wire.AppendOrdered(k, d.ID)
}

// Type says what a passage is to its two documents. The types are those of Table 3 of Zhang et al., SIGIR 2010, which
// looks at passages of documents that differ as a whole, and WholeType.
type Type int

const (
	// Furniture is text that is no prose beside the collection's own (MinProse), such as lists of links and notices.
	Furniture Type = iota
	// WholeType is most of both texts.
	WholeType
	// Inside is most of one text, inside a larger one: an article in a collection, or one of several pages.
	Inside
	// Quotation is the smaller part of both texts.
	Quotation
)

// Majority is the share of a text from which on it is most of it.
const Majority = 0.5

// Type returns the type of a passage of two documents, whose shares are known.
func (p *Passage) Type() Type {
	switch a, b := p.AShare >= Majority, p.BShare >= Majority; {
	case p.Prose.Below(MinProse):
		return Furniture
	case a && b:
		return WholeType
	case a || b:
		return Inside
	}
	return Quotation
}

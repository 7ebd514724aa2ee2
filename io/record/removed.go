package record

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// Removed is a range that was removed from a document, with the place that keeps its words
// (one line of the manifest of `clean`), or a whole document that was dropped (one line of
// dropped). Ranges are half open, in code points of the input text.
type Removed struct {
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	// KeptID is empty, and the range is 0 to 0, if no place keeps the words.
	KeptID    string `json:"kept_id"`
	KeptStart int64  `json:"kept_start"`
	KeptEnd   int64  `json:"kept_end"`
	Reason    string `json:"reason"`
	// Source is true if KeptID is a document of the source, which stays as it is.
	Source bool `json:"source,omitempty"`
}

// SortKey orders by id, start, end, then by the place that is kept.
func (v Removed) SortKey() []byte {
	k := wire.AppendOrdered(nil, v.ID)
	k = binary.BigEndian.AppendUint64(k, uint64(v.Start))
	k = binary.BigEndian.AppendUint64(k, uint64(v.End))
	k = wire.AppendOrdered(k, v.KeptID)
	k = binary.BigEndian.AppendUint64(k, uint64(v.KeptStart))
	return binary.BigEndian.AppendUint64(k, uint64(v.KeptEnd))
}

// Cut is a range that was cut out of a document, with the white space around sentences (one
// line of cuts of `clean`). It is half open, in code points of the input text. The cuts of a
// document do not touch each other.
type Cut struct {
	ID    string `json:"id"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
}

// SortKey orders by id, then start.
func (v Cut) SortKey() []byte {
	return binary.BigEndian.AppendUint64(wire.AppendOrdered(nil, v.ID), uint64(v.Start))
}

// Template is a sentence that many pages of a site have (one line of templates of `clean`).
type Template struct {
	Site string `json:"site"`
	// Text is the sentence, as one of the pages has it.
	Text string `json:"text"`
	// Pages is how many pages of the site have it, and Of how many pages the site has, in the input.
	Pages int64 `json:"pages"`
	Of    int64 `json:"of"`
}

// SortKey orders by site; in a site, what most pages have comes first.
func (t Template) SortKey() []byte {
	k := binary.BigEndian.AppendUint64(wire.AppendOrdered(nil, t.Site), ^uint64(t.Pages))
	return wire.AppendOrdered(k, t.Text)
}

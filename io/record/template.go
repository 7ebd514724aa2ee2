package record

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

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

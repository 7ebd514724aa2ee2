package record

import "example.org/diagonal/engine/wire"

// Equal is one line of the equal documents of `resemblance`: a document that has the same words,
// in the same order, as another one, which represents both.
type Equal struct {
	ID string `json:"id"`
	// Equal is the id of the representative, which has no line.
	Equal string `json:"equal"`
	// Source is set if both are documents of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey returns a key that orders equal documents by side, then equal, then id.
func (e Equal) SortKey() []byte {
	side := byte(Input)
	if e.Source {
		side = byte(Source)
	}
	return wire.AppendOrdered(wire.AppendOrdered([]byte{side}, e.Equal), e.ID)
}

package record

import "example.org/diagonal/engine/wire"

// SimilarPair is one line of the pairs of `resemblance`: two documents that resemble each other,
// or of which one contains the other.
type SimilarPair struct {
	// A and B are the ids of the documents. A is the smaller id; with a source it is the
	// document of the input.
	A string `json:"a"`
	B string `json:"b"`
	// Resemblance is the number of shared elements divided by that of the union. Containment
	// is the number of shared elements divided by that of the smaller document. Both are from
	// 0 to 1, rounded to four digits.
	Resemblance float64 `json:"resemblance"`
	Containment float64 `json:"containment"`
	// Shared, ASize and BSize count elements: distinct shingles, or the distinct spot
	// signatures of the method spotsigs. Shared is an estimate for minhash and simhash.
	Shared int64 `json:"shared"`
	ASize  int64 `json:"a_size"`
	BSize  int64 `json:"b_size"`
	// Source is true if B is a document of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey returns a key that orders pairs by a, then b.
func (p SimilarPair) SortKey() []byte { return wire.AppendOrdered(wire.AppendOrdered(nil, p.A), p.B) }

// Grouped is one line of the groups of `resemblance`: a document in a group of two or more.
type Grouped struct {
	ID string `json:"id"`
	// Group is the id of the group's representative, which has a line as well.
	Group string `json:"group"`
	// Resemblance is the resemblance to the representative, from 0 to 1, rounded to four
	// digits. It may be below the threshold, because other documents of the group may connect
	// the two.
	Resemblance float64 `json:"resemblance"`
}

// SortKey returns a key that orders documents of groups by group, then id.
func (g Grouped) SortKey() []byte { return wire.AppendOrdered(wire.AppendOrdered(nil, g.Group), g.ID) }

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

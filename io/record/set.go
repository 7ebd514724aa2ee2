package record

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// InSet is one line of the sets of `partition`: a document and its set. Every document has one.
type InSet struct {
	ID string `json:"id"`
	// Set is the smallest id of the documents in the set, in byte order. If an earlier result has that document with
	// other words, a blank and its Words follow, because the id may be the name of an earlier set.
	Set string `json:"set"`
	// Representative is the id of the document with which the others of the set were compared.
	Representative string `json:"representative"`
	// R is the similarity to the representative, from 0 to 1, rounded to four digits: 1 of the
	// representative itself and of documents with the same words.
	R float64 `json:"r"`
	// Words is a fingerprint of the words of the document, in their order: 16 hexadecimal digits. A later run sees by
	// it that the document has changed. It is "" in results of versions without it.
	Words string `json:"words,omitempty"`
}

// SortKey returns a key that orders documents by set, then id.
func (v InSet) SortKey() []byte { return wire.AppendOrdered(wire.AppendOrdered(nil, v.Set), v.ID) }

// SetSize is one line of the sizes of `partition`: a set of two or more documents.
type SetSize struct {
	Set            string `json:"set"`
	Representative string `json:"representative"`
	// Documents is the number of documents in the set.
	Documents int64 `json:"documents"`
	// MinR is the least r of them.
	MinR float64 `json:"min_r"`
}

// SortKey returns a key that orders sets by size, the largest first, then by set.
func (v SetSize) SortKey() []byte {
	return wire.AppendOrdered(binary.BigEndian.AppendUint64(nil, ^uint64(v.Documents)), v.Set)
}

package record

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
)

// NearText is one line of the texts of `lookup`: a text of an indexed document that is similar to a
// query. Its range is half open: code points and bytes of the text of the document.
type NearText struct {
	// Query is the id of the query. Rank is 1 for the most similar text, 2 for the next one, and
	// so on.
	Query     string `json:"query"`
	Rank      int64  `json:"rank"`
	ID        string `json:"id"`
	Start     int64  `json:"start"`
	End       int64  `json:"end"`
	ByteStart int64  `json:"byte_start"`
	ByteEnd   int64  `json:"byte_end"`
	// Similarity is the share of the query's q-grams that the text has, from 0 to 1, rounded to
	// four digits.
	Similarity float64 `json:"similarity"`
}

// SortKey returns a key that orders texts by query, then rank.
func (t NearText) SortKey() []byte {
	return binary.BigEndian.AppendUint64(wire.AppendOrdered(nil, t.Query), uint64(t.Rank))
}

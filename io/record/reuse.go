package record

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
)

// ReusePair is one line of the pairs of `reuse`: two documents of which one reuses sentences of the
// other.
type ReusePair struct {
	// A and B are the ids of the documents. A is the smaller id; with a source it is the document of
	// the input.
	A string `json:"a"`
	B string `json:"b"`
	// Score is the sum of the similarities of the sentences, each times its weight, rounded to four
	// digits.
	Score float64 `json:"score"`
	// Sentences is the number of pairs of sentences that made the score.
	Sentences int64 `json:"sentences"`
	// AShare and BShare are the shares of the sentences of each document that are in such a pair, from
	// 0 to 1, rounded to four digits.
	AShare float64 `json:"a_share"`
	BShare float64 `json:"b_share"`
	// Dice is the Dice coefficient of the two documents in sentences: those of both that are in such a
	// pair, divided by all of both. It is from 0 to 1, does not grow with the length of the documents
	// as Score does, and is rounded to four digits.
	Dice float64 `json:"dice"`
	// Source is true if B is a document of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey returns a key that orders pairs by score, the highest first, then by a, then b.
func (p ReusePair) SortKey() []byte {
	k := binary.BigEndian.AppendUint64(nil, ^math.Float64bits(p.Score)) // scores are not negative
	return wire.AppendOrdered(wire.AppendOrdered(k, p.A), p.B)
}

// ReusedSentence is one line of the sentences of `reuse`: two sentences that made the score of a pair.
// Ranges are half open; starts and ends are code points, the byte ones bytes, of the input text.
// Sentences have numbers from 0.
type ReusedSentence struct {
	A          string `json:"a"`
	AStart     int64  `json:"a_start"`
	AEnd       int64  `json:"a_end"`
	AByteStart int64  `json:"a_byte_start"`
	AByteEnd   int64  `json:"a_byte_end"`
	ASentence  uint32 `json:"a_sentence"`
	B          string `json:"b"`
	BStart     int64  `json:"b_start"`
	BEnd       int64  `json:"b_end"`
	BByteStart int64  `json:"b_byte_start"`
	BByteEnd   int64  `json:"b_byte_end"`
	BSentence  uint32 `json:"b_sentence"`
	// Similarity is S of the two sentences, above 0 to 1, rounded to four digits.
	Similarity float64 `json:"similarity"`
	// Source is true if B is a document of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey returns a key that orders sentences by a, its place, b, and its place.
func (s ReusedSentence) SortKey() []byte {
	k := binary.BigEndian.AppendUint64(wire.AppendOrdered(nil, s.A), uint64(s.AStart))
	return binary.BigEndian.AppendUint64(wire.AppendOrdered(k, s.B), uint64(s.BStart))
}

package record

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/wire"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[SimilarPair](), encodeSimilarPair, decodeSimilarPair)
	beam.RegisterCoder(reflect.TypeFor[Grouped](), encodeGrouped, decodeGrouped)
}

// SimilarPair is one line of the pairs of `resemblance`: two documents that resemble
// each other, or of which one contains the other. A is the smaller id; with a source it
// is the document of the input.
type SimilarPair struct {
	A string `json:"a"`
	B string `json:"b"`
	// Resemblance is the shared elements over those of the union, Containment over the
	// size of the smaller one; both from 0 to 1, rounded to four digits.
	Resemblance float64 `json:"resemblance"`
	Containment float64 `json:"containment"`
	// Shared, ASize and BSize are numbers of distinct shingles, or of what else the
	// method takes of a document; Shared is an estimate where the method makes one.
	Shared int64 `json:"shared"`
	ASize  int64 `json:"a_size"`
	BSize  int64 `json:"b_size"`
}

// SortKey orders pairs: a, b.
func (p SimilarPair) SortKey() []byte { return wire.AppendOrdered(wire.AppendOrdered(nil, p.A), p.B) }

// Grouped is one line of the groups of `resemblance`: a document of a group of two and
// more, with the id of the one that stands for the group, which has a line as well.
type Grouped struct {
	ID    string `json:"id"`
	Group string `json:"group"`
	// Resemblance is that to the representative, from 0 to 1, rounded to four digits.
	// It may be below the threshold: a group is what pairs connect.
	Resemblance float64 `json:"resemblance"`
}

// SortKey orders the documents of groups: group, id.
func (g Grouped) SortKey() []byte { return wire.AppendOrdered(wire.AppendOrdered(nil, g.Group), g.ID) }

func encodeSimilarPair(v SimilarPair) ([]byte, error) { return JSON(v) }
func decodeSimilarPair(b []byte) (SimilarPair, error) { return fromJSON[SimilarPair](b) }
func encodeGrouped(v Grouped) ([]byte, error)         { return JSON(v) }
func decodeGrouped(b []byte) (Grouped, error)         { return fromJSON[Grouped](b) }

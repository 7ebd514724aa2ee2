package record

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/wire"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[Equal](), encodeEqual, decodeEqual)
}

// Equal is one line of the equal documents of `resemblance`: a document, and the one with
// the same words that stands for it, which has no line.
type Equal struct {
	ID    string `json:"id"`
	Equal string `json:"equal"`
	// Source says that both are documents of the source.
	Source bool `json:"source,omitempty"`
}

// SortKey orders equal documents: side, equal, id.
func (e Equal) SortKey() []byte {
	side := byte(Input)
	if e.Source {
		side = byte(Source)
	}
	return wire.AppendOrdered(wire.AppendOrdered([]byte{side}, e.Equal), e.ID)
}

func encodeEqual(v Equal) ([]byte, error) { return JSON(v) }
func decodeEqual(b []byte) (Equal, error) { return fromJSON[Equal](b) }

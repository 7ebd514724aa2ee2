package record

import (
	"encoding/binary"
	"math"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/wire"
)

// Equal documents have the same words in the same order. Those of one side are a class,
// which has a key of 64 bits: the fingerprint of the words, with the side as its lowest
// bit (SideOf). A second fingerprint, the check, tells two classes of one key apart.

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

// Print says which class a document is of. Its key is the document.
//
//	TagPrint byte; class [8]; check [8]
type Print struct{}

// AppendPrint appends the payload of a Print to dst.
func AppendPrint(dst []byte, class, check uint64) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, TagPrint), class)
	return binary.BigEndian.AppendUint64(dst, check)
}

// ReadPrint reads a payload.
func ReadPrint(b []byte) (class, check uint64, err error) {
	if len(b) != 17 {
		return 0, 0, wire.ErrShort
	}
	return binary.BigEndian.Uint64(b[1:]), binary.BigEndian.Uint64(b[9:]), nil
}

// OfClass names a document of a class. Its key is the class, its shard that of the
// document: a class may have very many.
//
//	TagMember byte; check [8]; id string
type OfClass struct{}

// AppendOfClass appends the payload of an OfClass to dst.
func AppendOfClass(dst []byte, check uint64, id string) []byte {
	return wire.AppendString(binary.BigEndian.AppendUint64(append(dst, TagMember), check), id)
}

// ReadOfClass reads a payload.
func ReadOfClass(b []byte) (check uint64, id string, err error) {
	r := wire.NewReader(b)
	r.Byte()
	check, id = r.Uint64(), r.Text()
	return check, id, r.Err()
}

// Members is what one shard has of a class.
type Members struct {
	Check uint64
	Shard uint32
	// First is the member that stands for them, with their number as its Copies.
	First Vertex
	// IDs are all of them, where every pair is to be written.
	IDs []string
}

// AppendMembers appends the payload of m to dst. Its key is the class.
//
//	TagMembers byte; check [8]; shard, number, length uvarint; id string; ids string each
func AppendMembers(dst []byte, m *Members) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, TagMembers), m.Check)
	dst = binary.AppendUvarint(dst, uint64(m.Shard))
	dst = binary.AppendUvarint(dst, uint64(m.First.Copies))
	dst = binary.AppendUvarint(dst, uint64(m.First.Length))
	dst = wire.AppendString(dst, m.First.ID)
	for _, id := range m.IDs {
		dst = wire.AppendString(dst, id)
	}
	return dst
}

// ReadMembers reads a payload.
func ReadMembers(b []byte) (m Members, err error) {
	r := wire.NewReader(b)
	r.Byte()
	m.Check, m.Shard = r.Uint64(), uint32(r.Uvarint())
	m.First.Copies, m.First.Length, m.First.ID = int64(r.Uvarint()), int64(r.Uvarint()), r.Text()
	for r.More() {
		m.IDs = append(m.IDs, r.Text())
	}
	return m, r.Err()
}

// Class tells a shard with members of a class that there are two and more, and which of
// them stands for all. Its key is the class.
//
//	TagClass byte; check [8]; id string
type Class struct{}

// AppendClass appends the payload of a Class to dst.
func AppendClass(dst []byte, check uint64, id string) []byte {
	return wire.AppendString(binary.BigEndian.AppendUint64(append(dst, TagClass), check), id)
}

// ReadClass reads a payload.
func ReadClass(b []byte) (check uint64, id string, err error) { return ReadOfClass(b) }

// Group says which group a class is of, unless it is its own: the representative, and the
// resemblance to it. Its key is the class.
//
//	TagGroup byte; resemblance [8]; id string
type Group struct{}

// AppendGroup appends the payload of a Group to dst.
func AppendGroup(dst []byte, resemblance float64, id string) []byte {
	return wire.AppendString(binary.BigEndian.AppendUint64(append(dst, TagGroup), math.Float64bits(resemblance)), id)
}

// ReadGroup reads a payload.
func ReadGroup(b []byte) (resemblance float64, id string, err error) {
	bits, id, err := ReadOfClass(b)
	return math.Float64frombits(bits), id, err
}

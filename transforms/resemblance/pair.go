package resemblance

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
)

// Link connects two classes, which belong to one group. Its key is that of the first, and
// the payload is the two vertices.
type Link struct{ A, B Vertex }

// Append appends the payload of l to dst.
func (l *Link) Append(dst []byte) []byte { return appendVertex(appendVertex(dst, &l.A), &l.B) }

// Read reads a payload. The error is wire.ErrShort.
func (l *Link) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*l = Link{readVertex(&r), readVertex(&r)}
	return r.Err()
}

// Group says to which group a class of two or more documents belongs, if the group has other
// classes, too: by the id of the group's representative, and the resemblance to it. Its key
// is the class, its shard one with members of the class, and the payload is
//
//	tagGroup byte; resemblance [8]; id string
type Group struct {
	Resemblance float64
	ID          string
}

// Tag is the first byte of a payload.
func (*Group) Tag() byte { return tagGroup }

// Append appends the payload of g to dst.
func (g *Group) Append(dst []byte) []byte {
	return appendNamed(append(dst, tagGroup), math.Float64bits(g.Resemblance), g.ID)
}

// Read reads a payload. The error is wire.ErrShort.
func (g *Group) Read(payload []byte) error {
	bits, id, err := readNamed(payload)
	g.Resemblance, g.ID = math.Float64frombits(bits), id
	return err
}

// appendNamed appends a number and an id to dst, which ends with a tag.
func appendNamed(dst []byte, n uint64, id string) []byte {
	return wire.AppendString(binary.BigEndian.AppendUint64(dst, n), id)
}

func readNamed(payload []byte) (n uint64, id string, err error) {
	r := wire.NewReader(payload)
	r.Byte()
	n, id = r.Uint64(), r.Text()
	return n, id, r.Err()
}

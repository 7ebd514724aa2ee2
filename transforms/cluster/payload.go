package cluster

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/locate"
)

// end is one end of an edge. Its key is the passage.
//
//	spot [8]; similarity [8]
type end struct {
	spot       uint64
	similarity float64 // of the passage
}

func (e *end) Append(dst []byte) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, e.spot), math.Float64bits(e.similarity))
}

func (e *end) Read(payload []byte) error {
	r := wire.NewReader(payload)
	e.spot, e.similarity = r.Uint64(), math.Float64frombits(r.Uint64())
	return r.Err()
}

// edge is a passage between two spots. Its key is the first spot, and later the component.
//
//	tagEdge byte; spot [8]; spot [8]; similarity [8]
type edge struct {
	a, b       uint64
	similarity float64
}

func (*edge) Tag() byte { return tagEdge }

func (e *edge) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagEdge), e.a)
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, e.b), math.Float64bits(e.similarity))
}

func (e *edge) Read(payload []byte) error {
	r := wire.NewReader(payload[1:])
	e.a, e.b, e.similarity = r.Uint64(), r.Uint64(), math.Float64frombits(r.Uint64())
	return r.Err()
}

// label is the component of a spot. Its key is the spot.
//
//	tagLabel byte; component [8]
type label struct{ component uint64 }

func (*label) Tag() byte { return tagLabel }

func (l *label) Append(dst []byte) []byte {
	return binary.BigEndian.AppendUint64(append(dst, tagLabel), l.component)
}

func (l *label) Read(payload []byte) error {
	r := wire.NewReader(payload[1:])
	l.component = r.Uint64()
	return r.Err()
}

// The tags of what comes to a spot: its component, then itself, then its passages.
const (
	tagLabel byte = iota
	tagMember
	tagEdge
)

// member is a spot: the side of a passage that is its anchor, whose similarity and prose are the largest of all, whose
// evidence is their sum, and which is verbatim if all are. Its key is the spot, and later the component.
//
//	tagMember byte; passages uvarint; spot [8]; side
type member struct {
	locate.Side
	// Passages is the number of passages that the spot has.
	Passages int64
	spot     uint64
}

func (m *member) length() int64 { return m.End - m.Start }

// sample returns the place as the line of a cluster names it.
func (m *member) sample() record.ClusterSample {
	return record.ClusterSample{ID: m.ID, Start: m.Start, End: m.End, Source: m.Source, Fields: m.Fields}
}

func (*member) Tag() byte { return tagMember }

// Append appends the payload of m to dst.
func (m *member) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(append(dst, tagMember), uint64(m.Passages))
	return m.Side.Append(binary.BigEndian.AppendUint64(dst, m.spot))
}

// Read reads a payload. The error is wire.ErrShort.
func (m *member) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	if m.Passages, m.spot = int64(r.Uvarint()), r.Uint64(); r.Err() != nil {
		return r.Err()
	}
	return m.Side.Read(r.Rest())
}

// spotKey returns the key of the spot of a document with this anchor.
func spotKey(document uint64, start, end int64) uint64 {
	return mix.Full(mix.Full(document+mix.Full(uint64(start))) + uint64(end))
}

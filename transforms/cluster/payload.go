package cluster

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/wire"
	"example.org/diagonal/transforms/shuffle/mix"
)

// side is one side of a passage. Its key is the document.
//
//	passage [8]; member
type side struct{}

// end is one end of an edge. Its key is the passage.
//
//	spot [8]
type end struct{}

// label is the component of a spot. Its key is the spot.
//
//	tagLabel byte; component [8]
type label struct{}

// The tags of what comes to a spot: its component, then itself.
const (
	tagLabel byte = iota
	tagMember
)

// member is a spot. Its key is the spot, and later the component.
//
//	tagMember byte; source, verbatim byte; id, date, file string; record, offset varint;
//	start, end - start, the same in bytes, passages uvarint; similarity [8]; fields, the rest
type member struct {
	Source, Verbatim               bool
	ID, Date                       string
	Origin                         record.Origin
	Start, End, ByteStart, ByteEnd int64
	// Passages is the number of passages that the spot has, Similarity the largest of theirs.
	Passages   int64
	Similarity float64
	Fields     record.Fields
}

func (m *member) length() int64 { return m.End - m.Start }

// sample returns the place as the line of a cluster names it.
func (m *member) sample() record.ClusterSample {
	return record.ClusterSample{ID: m.ID, Start: m.Start, End: m.End, Source: m.Source, Fields: m.Fields}
}

func appendMember(dst []byte, m *member) []byte {
	dst = wire.AppendBool(wire.AppendBool(append(dst, tagMember), m.Source), m.Verbatim)
	for _, s := range [...]string{m.ID, m.Date, m.Origin.File} {
		dst = wire.AppendString(dst, s)
	}
	dst = binary.AppendVarint(binary.AppendVarint(dst, m.Origin.Record), m.Origin.Offset)
	for _, n := range [...]int64{m.Start, m.End - m.Start, m.ByteStart, m.ByteEnd - m.ByteStart, m.Passages} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return append(binary.BigEndian.AppendUint64(dst, math.Float64bits(m.Similarity)), m.Fields...)
}

// readMember reads a payload. The error is wire.ErrShort.
func readMember(b []byte) (m member, err error) {
	r := wire.NewReader(b)
	r.Byte()
	m.Source, m.Verbatim = r.Bool(), r.Bool()
	m.ID, m.Date, m.Origin.File = r.Text(), r.Text(), r.Text()
	m.Origin.Record, m.Origin.Offset = r.Varint(), r.Varint()
	m.Start = int64(r.Uvarint())
	m.End = m.Start + int64(r.Uvarint())
	m.ByteStart = int64(r.Uvarint())
	m.ByteEnd = m.ByteStart + int64(r.Uvarint())
	m.Passages, m.Similarity = int64(r.Uvarint()), math.Float64frombits(r.Uint64())
	m.Fields = record.Fields(r.Rest())
	return m, r.Err()
}

// spotKey returns the key of the spot of a document with this anchor.
func spotKey(document uint64, start, end int64) uint64 {
	return mix.Full(mix.Full(document+mix.Full(uint64(start))) + uint64(end))
}

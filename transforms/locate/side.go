package locate

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
)

// Side is the place of a passage in one of its two documents. Its key is the document.
//
//	passage [8]; source, verbatim byte; id string; origin; start, end - start, the same in bytes uvarint;
//	similarity [8]; thousandths of evidence uvarint; prose byte; fields, the rest
type Side struct {
	// Passage is the key of the passage. Both of its sides, and no other ones, have it.
	Passage uint64
	// Source is true if the document is one of the source, Verbatim if the kind of the passage is.
	Source, Verbatim bool
	// ID is that of the document, Origin where it was read.
	ID     string
	Origin record.Origin
	// Start and End are code points of the text of the document, half open; the others are bytes.
	Start, End, ByteStart, ByteEnd int64
	Similarity                     float64
	// Evidence is in thousandths, 0 if it is not known.
	Evidence alignment.Thousandths
	Prose    record.Prose
	// Fields are those of the record of the document that were kept.
	Fields record.Fields
}

// SidesOf returns both sides of a passage, whose documents were read at origins.
func SidesOf(passage uint64, p *record.Passage, origins [2]record.Origin) [2]Side {
	verbatim, evidence := p.Kind == record.Verbatim, alignment.ThousandthsOf(p.Evidence)
	return [2]Side{
		{passage, false, verbatim, p.A, origins[0], p.AStart, p.AEnd, p.AByteStart, p.AByteEnd, p.Similarity, evidence,
			p.Prose, p.AFields},
		{passage, p.Source, verbatim, p.B, origins[1], p.BStart, p.BEnd, p.BByteStart, p.BByteEnd, p.Similarity,
			evidence, p.Prose, p.BFields},
	}
}

// EvidenceOf returns the evidence of a text that so many documents have, of whose passages ofPassages is the evidence
// on average: as if no other document had any part of it. It is 0 to 1, and 0 if it is not known.
func EvidenceOf(ofPassages float64, documents int64) float64 {
	return min(1, ofPassages/alignment.EvidenceIn(documents))
}

// Append appends the payload of s to dst.
func (s *Side) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, s.Passage)
	dst = wire.AppendString(wire.AppendBool(wire.AppendBool(dst, s.Source), s.Verbatim), s.ID)
	dst = appendOrigin(dst, &s.Origin)
	for _, n := range [...]int64{s.Start, s.End - s.Start, s.ByteStart, s.ByteEnd - s.ByteStart} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(s.Similarity))
	return append(append(binary.AppendUvarint(dst, uint64(s.Evidence)), byte(s.Prose)), s.Fields...)
}

// Read reads a payload. The error is wire.ErrShort.
func (s *Side) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*s = Side{
		Passage: r.Uint64(), Source: r.Bool(), Verbatim: r.Bool(), ID: r.Text(), Origin: readOrigin(&r),
		Start: int64(r.Uvarint()),
	}
	s.End = s.Start + int64(r.Uvarint())
	s.ByteStart = int64(r.Uvarint())
	s.ByteEnd = s.ByteStart + int64(r.Uvarint())
	s.Similarity, s.Evidence, s.Prose = math.Float64frombits(r.Uint64()), alignment.Thousandths(r.Uvarint()),
		record.Prose(r.Byte())
	s.Fields = record.Fields(r.Rest())
	return r.Err()
}

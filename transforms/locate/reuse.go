package locate

import (
	"encoding/binary"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
)

// ReuseKind says where else a range of a document is found.
type ReuseKind uint8

const (
	// Elsewhere is a passage with another document.
	Elsewhere ReuseKind = iota
	// Hot is a hot passage.
	Hot
	// Within is a passage inside one document.
	Within
)

// Reuse is a range of a document that is found in another place, too. Its key is the document.
//
//	kind byte, with the highest bit set if OtherSource, and the next one if Contains; id string;
//	start, end - start, length uvarint
//	and if kind is Elsewhere: similarity uvarint in parts of 10,000; other string;
//	fields, the rest
type Reuse struct {
	Kind ReuseKind
	// ID is that of the document.
	ID string
	// Start and End are code points of the text of the document (catalogue.Ruler), half open.
	// Length is that of the text.
	Start, End, Length int64
	// Similarity is that of the passage, 0 to 1 in parts of SimilarityUnit. Other is the id
	// of the other document, OtherSource whether it is one of the source. They are empty if Kind is
	// not Elsewhere.
	Similarity  uint32
	Other       string
	OtherSource bool
	// Contains is whether the passage is most of the other document, and not of this one (record.Inside).
	Contains bool
	// Fields are those of the record of the document that were kept.
	Fields record.Fields
}

// SimilarityUnit is the similarity 1 in a Reuse.
const SimilarityUnit = 10_000

// otherSource and contains mark the kind of a Reuse.
const (
	otherSource = 1 << 7
	contains    = 1 << 6
)

// Append appends the payload of u to dst.
func (u *Reuse) Append(dst []byte) []byte {
	kind := byte(u.Kind)
	if u.OtherSource {
		kind |= otherSource
	}
	if u.Contains {
		kind |= contains
	}
	dst = wire.AppendString(append(dst, kind), u.ID)
	for _, v := range [...]int64{u.Start, u.End - u.Start, u.Length} {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	if u.Kind == Elsewhere {
		dst = wire.AppendString(binary.AppendUvarint(dst, uint64(u.Similarity)), u.Other)
	}
	return append(dst, u.Fields...)
}

// Read reads a payload. The error is wire.ErrShort.
func (u *Reuse) Read(b []byte) error {
	r := wire.NewReader(b)
	kind := r.Byte()
	*u = Reuse{
		Kind: ReuseKind(kind &^ (otherSource | contains)), OtherSource: kind&otherSource != 0,
		Contains: kind&contains != 0, ID: r.Text(), Start: int64(r.Uvarint()),
	}
	u.End = u.Start + int64(r.Uvarint())
	u.Length = int64(r.Uvarint())
	if u.Kind == Elsewhere {
		u.Similarity, u.Other = uint32(r.Uvarint()), r.Text()
	}
	u.Fields = record.Fields(r.Rest())
	return r.Err()
}

// sendReuse completes u by the range of e, and sends it to its document. Documents of the source get none.
func sendReuse(out *engine.Out[Reuse], u Reuse, e *extent) {
	if e.source() {
		return
	}
	u.Start, u.End, u.Length = e.Start, e.End, e.Length
	out.Add(e.Document, u)
}

// sendBoth sends both sides of the passage p to their documents.
func sendBoth(out *engine.Out[Reuse], p *record.Passage, a, b *placedSide) {
	inside := p.Type() == record.Inside
	for _, side := range [...]struct {
		own, other *placedSide
		share      float64
	}{{a, b, p.AShare}, {b, a, p.BShare}} {
		u := Reuse{Kind: Within, ID: side.own.Place.ID, Fields: side.own.Fields}
		if a.Extent.Document != b.Extent.Document {
			u.Kind, u.Similarity = Elsewhere, uint32(record.Round(side.own.Similarity)*SimilarityUnit+0.5)
			u.Other, u.OtherSource = side.other.Place.ID, side.other.Extent.source()
			u.Contains = inside && side.share < record.Majority
		}
		sendReuse(out, u, &side.own.Extent)
	}
}

package locate

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue"
)

// placedSide is one side of a passage with its place. Its key is the passage. Bytes order sides as
// a before b.
//
//	side, reading, kind byte; matched uvarint; similarity [8]; thousandths of evidence uvarint; prose byte;
//	place; origin; extent;
//	         fields, the rest
//	place: id string; start, end - start, the same in bytes, sentence, sentences, words uvarint; hash [8]
//	origin: file string; record, offset varint
//	extent: document [8]; start, end - start, length uvarint
type placedSide struct {
	Side       byte
	Place      catalogue.Place
	Origin     record.Origin
	Matched    uint32
	Similarity float64
	Evidence   alignment.Thousandths
	Prose      record.Prose
	Reading    alignment.Reading
	Kind       alignment.Kind
	Extent     extent
	Fields     record.Fields
}

// extent is a place in the text of its document (catalogue.Ruler).
type extent struct {
	Document           uint64
	Start, End, Length int64
}

// share returns the share of the text that the place is, rounded as in the result, and at least minShare.
func (e *extent) share() float64 {
	if e.Length == 0 {
		return 0
	}
	return max(minShare, record.Round(float64(e.End-e.Start)/float64(e.Length)))
}

// minShare is the share of any passage at least, so that none is missing.
const minShare = 0.0001

// source reports whether the document is one of the source.
func (e *extent) source() bool { return record.SideOf(e.Document) == record.Source }

func appendExtent(dst []byte, e *extent) []byte {
	dst = binary.BigEndian.AppendUint64(dst, e.Document)
	for _, v := range [...]int64{e.Start, e.End - e.Start, e.Length} {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	return dst
}

func readExtent(r *wire.Reader) extent {
	e := extent{Document: r.Uint64(), Start: int64(r.Uvarint())}
	e.End = e.Start + int64(r.Uvarint())
	e.Length = int64(r.Uvarint())
	return e
}

// Append appends the payload of s to dst.
func (s *placedSide) Append(dst []byte) []byte {
	dst = append(dst, s.Side, byte(s.Reading), byte(s.Kind))
	dst = binary.AppendUvarint(dst, uint64(s.Matched))
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(s.Similarity))
	dst = append(binary.AppendUvarint(dst, uint64(s.Evidence)), byte(s.Prose))
	return append(appendExtent(appendOrigin(appendPlace(dst, &s.Place), &s.Origin), &s.Extent), s.Fields...)
}

// Read reads a payload. The error is wire.ErrShort.
func (s *placedSide) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*s = placedSide{
		Side: r.Byte(), Reading: alignment.Reading(r.Byte()), Kind: alignment.Kind(r.Byte()),
		Matched: uint32(r.Uvarint()),
	}
	s.Similarity, s.Evidence, s.Prose = math.Float64frombits(r.Uint64()), alignment.Thousandths(r.Uvarint()),
		record.Prose(r.Byte())
	s.Place, s.Origin, s.Extent = readPlace(&r), readOrigin(&r), readExtent(&r)
	s.Fields = record.Fields(r.Rest())
	return r.Err()
}

func appendPlace(dst []byte, p *catalogue.Place) []byte {
	dst = wire.AppendString(dst, p.ID)
	for _, v := range [...]int64{p.Start, p.End - p.Start, p.ByteStart, p.ByteEnd - p.ByteStart, int64(p.Sentence),
		int64(p.Sentences), int64(p.Words)} {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	return binary.BigEndian.AppendUint64(dst, p.Hash)
}

func readPlace(r *wire.Reader) catalogue.Place {
	p := catalogue.Place{ID: r.Text()}
	p.Start = int64(r.Uvarint())
	p.End = p.Start + int64(r.Uvarint())
	p.ByteStart = int64(r.Uvarint())
	p.ByteEnd = p.ByteStart + int64(r.Uvarint())
	p.Sentence, p.Sentences, p.Words = uint32(r.Uvarint()), uint32(r.Uvarint()), uint32(r.Uvarint())
	p.Hash = r.Uint64()
	return p
}

func appendOrigin(dst []byte, o *record.Origin) []byte {
	dst = wire.AppendString(dst, o.File)
	dst = binary.AppendVarint(dst, o.Record)
	return binary.AppendVarint(dst, o.Offset)
}

func readOrigin(r *wire.Reader) record.Origin {
	return record.Origin{File: r.Text(), Record: r.Varint(), Offset: r.Varint()}
}

// Located is a passage with where its documents were read. Its key is that of the document of a.
//
//	documents of a and b [8]; origins of a and b; passage: JSON, the rest
type Located struct {
	Passage record.Passage
	// Documents are the keys of the documents of a and b, Origins where they were read.
	Documents [2]uint64
	Origins   [2]record.Origin
}

// Within reports whether the passage is inside one document.
func (l *Located) Within() bool { return l.Documents[0] == l.Documents[1] }

// Append appends the payload of l to dst.
func (l *Located) Append(dst []byte) []byte {
	for _, d := range l.Documents {
		dst = binary.BigEndian.AppendUint64(dst, d)
	}
	for i := range l.Origins {
		dst = appendOrigin(dst, &l.Origins[i])
	}
	passage, err := record.JSON(l.Passage)
	if err != nil {
		panic(err) // a Passage is always JSON
	}
	return append(dst, passage...)
}

// Read reads a payload.
func (l *Located) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*l = Located{
		Documents: [2]uint64{r.Uint64(), r.Uint64()}, Origins: [2]record.Origin{readOrigin(&r), readOrigin(&r)},
	}
	if r.Err() != nil {
		return r.Err()
	}
	return record.FromJSON(r.Rest(), &l.Passage)
}

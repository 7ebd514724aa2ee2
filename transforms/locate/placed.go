package locate

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/io/record"
	"example.org/diagonal/io/wire"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/catalogue"
)

// What placeFn sends to joinFn: sides of passages, whose key is the passage, and places of
// hot passages, whose key is the hash of their words. Two such keys may be equal; the tag
// tells the records apart.
//
//	side:  tagSide byte; side, reading, kind byte; matched uvarint; similarity [8]; place; origin
//	hot:   tagHot byte; id ordered; start [8]; place; origin
//	place: id string; start, end - start, the same in bytes, sentence, sentences, words uvarint; hash [8]
//	origin: file string; record, offset varint
//
// Bytes order sides as a before b, and places as id and start do.
const (
	tagSide byte = 1 + iota
	tagHot
)

// placed is placedSide or placedHot: the type of the blocks that have both.
type placed struct{}

// placedSide is one side of a passage with its place.
type placedSide struct {
	Side       byte
	Place      catalogue.Place
	Origin     record.Origin
	Matched    uint32
	Similarity float64
	Reading    alignment.Reading
	Kind       alignment.Kind
}

func appendSide(dst []byte, s *placedSide) []byte {
	dst = append(dst, tagSide, s.Side, byte(s.Reading), byte(s.Kind))
	dst = binary.AppendUvarint(dst, uint64(s.Matched))
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(s.Similarity))
	return appendOrigin(appendPlace(dst, &s.Place), &s.Origin)
}

func readSide(b []byte) (placedSide, error) {
	r := wire.NewReader(b)
	r.Byte()
	s := placedSide{Side: r.Byte(), Reading: alignment.Reading(r.Byte()), Kind: alignment.Kind(r.Byte()), Matched: uint32(r.Uvarint())}
	s.Similarity = math.Float64frombits(r.Uint64())
	s.Place, s.Origin = readPlace(&r), readOrigin(&r)
	return s, r.Err()
}

// placedHot is one place of a hot passage.
type placedHot struct {
	Place  catalogue.Place
	Origin record.Origin
}

func appendHot(dst []byte, h *placedHot) []byte {
	dst = wire.AppendOrdered(append(dst, tagHot), h.Place.ID)
	dst = binary.BigEndian.AppendUint64(dst, uint64(h.Place.Start))
	return appendOrigin(appendPlace(dst, &h.Place), &h.Origin)
}

func readHot(b []byte) (placedHot, error) {
	r := wire.NewReader(b)
	r.Byte()
	for r.Err() == nil && (r.Byte() != 0 || r.Byte() != 1) { // the ordered id ends in 0 1
	}
	r.Bytes(8)
	h := placedHot{Place: readPlace(&r)}
	h.Origin = readOrigin(&r)
	return h, r.Err()
}

func appendPlace(dst []byte, p *catalogue.Place) []byte {
	dst = wire.AppendString(dst, p.ID)
	for _, v := range [...]int64{p.Start, p.End - p.Start, p.ByteStart, p.ByteEnd - p.ByteStart, int64(p.Sentence), int64(p.Sentences), int64(p.Words)} {
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

package record

import (
	"encoding/binary"

	"example.org/diagonal/io/wire"
)

// Grams is the signatures of one document that fall into one shard, packed: n-grams or
// chains. Its key is the document.
//
//	kind byte; for each: signature [6] big-endian, unit or place uvarint
type Grams struct{}

// Kinds of Grams, one for a whole collection.
const (
	// ByUnit is n-grams, each with its unit.
	ByUnit byte = iota
	// ByWord is chains, each with its unit and the word it begins with (gram.PlaceOf).
	ByWord
)

// AppendGram appends one signature of 48 bits to the payload of Grams.
func AppendGram(dst []byte, gram uint64, unit uint32) []byte {
	dst = append(dst, byte(gram>>40), byte(gram>>32), byte(gram>>24), byte(gram>>16), byte(gram>>8), byte(gram))
	return binary.AppendUvarint(dst, uint64(unit))
}

// EachGram calls f for the signatures of a payload and returns their kind.
func EachGram(b []byte, f func(gram uint64, unit uint32)) (kind byte, err error) {
	if len(b) == 0 {
		return 0, wire.ErrShort
	}
	kind, b = b[0], b[1:]
	for len(b) > 0 {
		if len(b) < 7 {
			return 0, wire.ErrShort
		}
		gram := uint64(b[0])<<40 | uint64(b[1])<<32 | uint64(b[2])<<24 | uint64(b[3])<<16 | uint64(b[4])<<8 | uint64(b[5])
		unit, w := binary.Uvarint(b[6:])
		if w <= 0 || unit > 1<<32-1 {
			return 0, wire.ErrShort
		}
		f(gram, uint32(unit))
		b = b[6+w:]
	}
	return kind, nil
}

// UnitMatch says that I of one document and K of document B, units or places, share a
// signature. Inside one document I < K.
type UnitMatch struct {
	B    uint64
	I, K uint32
	// Rare says that few documents have the signature.
	Rare bool
}

// UnitMatches is the matches of one document, packed. Its key is the document that I is a
// unit of.
//
//	kind byte; for each: b [8], 2i + 1 if rare, k uvarint
type UnitMatches struct{}

// AppendUnitMatch appends m to the payload of UnitMatches.
func AppendUnitMatch(dst []byte, m UnitMatch) []byte {
	dst = binary.BigEndian.AppendUint64(dst, m.B)
	dst = wire.AppendMarked(dst, m.I, m.Rare)
	return binary.AppendUvarint(dst, uint64(m.K))
}

// AppendUnitMatches appends the matches of a payload to dst, and returns their kind.
func AppendUnitMatches(dst []UnitMatch, b []byte) (kind byte, all []UnitMatch, err error) {
	r := wire.NewReader(b)
	kind = r.Byte()
	for r.More() {
		var m UnitMatch
		if key := r.Bytes(8); key != nil {
			m.B = binary.BigEndian.Uint64(key)
		}
		m.I, m.Rare = r.Marked()
		m.K = uint32(r.Uvarint())
		dst = append(dst, m)
	}
	return kind, dst, r.Err()
}

// Tags of the records that meet at a document, and then in a cell.
const (
	TagDocument byte = iota
	TagHotUnit
	TagNeed
	TagPair
)

// WholeUnitHot is the number of hot n-grams of a unit that is hot as a whole.
const WholeUnitHot = 1 << 20

// HotUnit says how many hot n-grams one shard found in a unit. Its key is the document.
//
//	TagHotUnit byte; unit, n uvarint
type HotUnit struct{}

// AppendHotUnit appends the payload of a HotUnit to dst.
func AppendHotUnit(dst []byte, unit, n uint32) []byte {
	dst = binary.AppendUvarint(append(dst, TagHotUnit), uint64(unit))
	return binary.AppendUvarint(dst, uint64(n))
}

// ReadHotUnit reads a payload.
func ReadHotUnit(b []byte) (unit, n uint32, err error) {
	r := wire.NewReader(b)
	r.Byte()
	return uint32(r.Uvarint()), uint32(r.Uvarint()), r.Err()
}

// Need asks for a document, or a class of equal documents, in a cell. Its key is the
// document or the class.
//
//	TagNeed byte; cell [8]
type Need struct{}

// AppendNeed appends the payload of a Need to dst.
func AppendNeed(dst []byte, cell uint64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, TagNeed), cell)
}

// ReadNeed reads a payload.
func ReadNeed(b []byte) (cell uint64, err error) {
	if len(b) != 9 {
		return 0, wire.ErrShort
	}
	return binary.BigEndian.Uint64(b[1:]), nil
}

// Pair is a pair of documents to be aligned, with the units in which they share
// n-grams. Its key is a cell.
//
//	TagPair byte; a [8], b [8]; kind byte; for each: 2i + 1 if rare, k uvarint
type Pair struct {
	A, B uint64
	// Kind is ByUnit where the units share three-word runs, of which each is rare or not;
	// ByWord where they share chains of rare words.
	Kind byte
	// Units are the units of a and b, in turn.
	Units []uint32
	// Rare says of each two Units whether few documents have what they share.
	Rare []bool
}

// AppendPair appends the payload of p to dst.
func AppendPair(dst []byte, p *Pair) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, TagPair), p.A)
	dst = append(binary.BigEndian.AppendUint64(dst, p.B), p.Kind)
	for x, rare := range p.Rare {
		dst = wire.AppendMarked(dst, p.Units[2*x], rare)
		dst = binary.AppendUvarint(dst, uint64(p.Units[2*x+1]))
	}
	return dst
}

// ReadPair reads a payload into p, whose Units and Rare are reused.
func ReadPair(b []byte, p *Pair) error {
	if len(b) < 18 {
		return wire.ErrShort
	}
	p.A, p.B, p.Kind = binary.BigEndian.Uint64(b[1:]), binary.BigEndian.Uint64(b[9:]), b[17]
	p.Units, p.Rare = p.Units[:0], p.Rare[:0]
	r := wire.NewReader(b[18:])
	for r.More() {
		i, rare := r.Marked()
		p.Units, p.Rare = append(p.Units, i, uint32(r.Uvarint())), append(p.Rare, rare)
	}
	return r.Err()
}

// Delivery brings a document to a cell. Its key is the cell.
//
//	TagDocument byte; document [8]; marks length uvarint, marks; analysed document
//
// The marks are a byte for each unit, 1 if it is hot, or none.
type Delivery struct{}

// AppendDelivery appends the payload of a Delivery to dst.
func AppendDelivery(dst []byte, key uint64, marks, encoded []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, TagDocument), key)
	return append(wire.AppendString(dst, marks), encoded...)
}

// ReadDelivery reads a payload; marks and encoded are views.
func ReadDelivery(b []byte) (key uint64, marks, encoded []byte, err error) {
	r := wire.NewReader(b)
	r.Byte()
	if k := r.Bytes(8); k != nil {
		key = binary.BigEndian.Uint64(k)
	}
	marks = r.Bytes(r.Uvarint())
	return key, marks, r.Rest(), r.Err()
}

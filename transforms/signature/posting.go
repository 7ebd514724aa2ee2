package signature

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"example.org/diagonal/engine/wire"
)

// Posting records that a sentence has a signature. Its key is the signature.
//
//	document [8], sentence [4], set [rest]
//
// If the document has traits, the highest bit of sentence is set, and before the set come
//
//	traits string
type Posting struct {
	Document uint64
	Sentence uint32
	// Set is the whole signature set of the sentence where Jaccard needs it (package
	// simjoin), else empty.
	Set []byte
	// Traits are those of the document (condition.Condition); empty where there is no condition.
	Traits []byte
}

// hasTraits marks a sentence in a payload.
const hasTraits = 1 << 31

// AppendPosting appends the payload of p to dst.
func AppendPosting(dst []byte, p Posting) []byte {
	dst = binary.BigEndian.AppendUint64(dst, p.Document)
	if len(p.Traits) == 0 {
		dst = binary.BigEndian.AppendUint32(dst, p.Sentence)
		return append(dst, p.Set...)
	}
	dst = binary.BigEndian.AppendUint32(dst, p.Sentence|hasTraits)
	return append(wire.AppendString(dst, p.Traits), p.Set...)
}

// Append appends the payload of p to dst.
func (p *Posting) Append(dst []byte) []byte { return AppendPosting(dst, *p) }

// Read reads a payload. Set and Traits are views of it. The error is wire.ErrShort.
func (p *Posting) Read(payload []byte) (err error) {
	*p, err = ReadPosting(payload)
	return err
}

// ReadPosting reads a payload. Set and Traits are views of it. The error is wire.ErrShort.
func ReadPosting(b []byte) (Posting, error) {
	if len(b) < 12 {
		return Posting{}, wire.ErrShort
	}
	p := Posting{Document: binary.BigEndian.Uint64(b), Sentence: binary.BigEndian.Uint32(b[8:]), Set: b[12:]}
	if p.Sentence&hasTraits == 0 {
		return p, nil
	}
	r := wire.NewReader(p.Set)
	p.Sentence &^= hasTraits
	p.Traits = r.Bytes(r.Uvarint())
	p.Set = r.Rest()
	return p, r.Err()
}

// UnitPostings is the postings of the units of one document that go to one shard, which is
// that of their signatures. Its key is the document.
//
//	kind byte; for each: signature [6] big-endian, unit or place uvarint
//
// If most words of the document touch the next one, the second highest bit of the kind is set. If
// the document has traits, the highest bit is set, and behind the kind come
//
//	number of bytes in traits byte; traits
type UnitPostings []byte

// Append appends the payload to dst.
func (u *UnitPostings) Append(dst []byte) []byte { return append(dst, *u...) }

// Read reads a payload, a view.
func (u *UnitPostings) Read(payload []byte) error {
	*u = payload
	return nil
}

// Marks of a kind in a payload.
const (
	unitTraits    = 1 << 7
	unitSpaceless = 1 << 6
)

// AppendUnitHead appends the head of a payload of UnitPostings to dst: the kind GramKind, and the traits
// of the document, which may be none.
func AppendUnitHead(dst, traits []byte) []byte {
	if len(traits) == 0 {
		return append(dst, byte(GramKind))
	}
	return append(append(dst, byte(GramKind)|unitTraits, byte(len(traits))), traits...)
}

// UnitHead returns the length of the head of a payload with these traits.
func UnitHead(traits []byte) int {
	if len(traits) == 0 {
		return 1
	}
	return 2 + len(traits)
}

// SetUnitKind changes the kind in a payload of UnitPostings. spaceless says that the document is in a
// script without spaces.
func SetUnitKind(payload []byte, kind Kind, spaceless bool) {
	payload[0] = payload[0]&unitTraits | byte(kind)
	if spaceless {
		payload[0] |= unitSpaceless
	}
}

// Spaceless returns what SetUnitKind set in a payload of UnitPostings.
func Spaceless(payload []byte) bool { return len(payload) > 0 && payload[0]&unitSpaceless != 0 }

// TraitsOf returns the traits in a payload of UnitPostings, or nil. They are a view of it.
func TraitsOf(payload []byte) []byte {
	if len(payload) < 2 || payload[0]&unitTraits == 0 || len(payload) < 2+int(payload[1]) {
		return nil
	}
	return payload[2 : 2+int(payload[1])]
}

// Kind is the kind of the signatures of units. There is one for a whole collection.
type Kind byte

const (
	// GramKind is word n-grams, each with its unit.
	GramKind Kind = iota
	// ChainKind is information chains, each with the place where it begins (chain.PlaceOf).
	ChainKind
)

// AppendUnitPosting appends one signature of 48 bits to the payload of UnitPostings. place
// is a unit or a place.
func AppendUnitPosting(dst []byte, signature uint64, place uint32) []byte {
	s := signature
	dst = append(dst, byte(s>>40), byte(s>>32), byte(s>>24), byte(s>>16), byte(s>>8), byte(s))
	return binary.AppendUvarint(dst, uint64(place))
}

// MaxUnitPostings returns a number of signatures that a payload does not exceed.
func MaxUnitPostings(b []byte) int { return len(b) / 7 }

// UnitPosting is one signature of UnitPostings, of 48 bits, and its unit or place.
type UnitPosting struct {
	Signature uint64
	Place     uint32
}

// AppendUnitPostings appends the signatures of a payload to dst, and returns their kind. The error is
// wire.ErrShort.
func AppendUnitPostings(dst []UnitPosting, b []byte) (postings []UnitPosting, kind Kind, err error) {
	if len(b) == 0 {
		return dst, 0, wire.ErrShort
	}
	kind = Kind(b[0] &^ (unitTraits | unitSpaceless))
	if b, err = behindHead(b); err != nil {
		return dst, 0, err
	}
	dst = slices.Grow(dst, MaxUnitPostings(b))
	for len(b) >= wholePosting {
		places := binary.LittleEndian.Uint64(b[6:])
		place, w := varint(places)
		if w > 5 || place > 1<<32-1 {
			return dst, 0, wire.ErrShort
		}
		dst = append(dst, UnitPosting{binary.BigEndian.Uint64(b) >> 16, uint32(place)})
		b = b[6+w:]
	}
	for len(b) > 0 {
		if len(b) < 7 {
			return dst, 0, wire.ErrShort
		}
		signature := uint64(binary.BigEndian.Uint32(b))<<16 | uint64(b[4])<<8 | uint64(b[5])
		place, w := binary.Uvarint(b[6:])
		if w <= 0 || w > 5 || place > 1<<32-1 {
			return dst, 0, wire.ErrShort
		}
		dst = append(dst, UnitPosting{signature, uint32(place)})
		b = b[6+w:]
	}
	return dst, kind, nil
}

// wholePosting is the number of bytes from which on a signature and its place are read together.
const wholePosting = 6 + 8

// varint returns the number that begins in the lowest byte of b as a uvarint of up to five bytes, and
// the number of its bytes, which is above 5 if there are more. It has no branches: how long places are
// cannot be guessed.
func varint(b uint64) (x uint64, width int) {
	width = bits.TrailingZeros64(^b&0x8080808080808080|1<<63)>>3 + 1
	b &= 1<<(8*uint(width)&63) - 1 // of 8 bytes nothing is left: nobody wants them
	return b&0x7f | b>>1&0x3f80 | b>>2&0x1fc000 | b>>3&0xfe00000 | b>>4&0x7f0000000, width
}

// behindHead returns what is behind the head of a payload that is not empty. The error is wire.ErrShort.
func behindHead(b []byte) ([]byte, error) {
	if b[0]&unitTraits == 0 {
		return b[1:], nil
	}
	traits := TraitsOf(b)
	if traits == nil {
		return nil, wire.ErrShort
	}
	return b[UnitHead(traits):], nil
}

// AppendUnitSignatures appends the signatures of a payload to dst: those of AppendUnitPostings, or some if
// the payload is damaged.
func AppendUnitSignatures(dst []uint64, b []byte) []uint64 {
	if len(b) > 0 {
		b = b[min(len(b), UnitHead(TraitsOf(b))):]
	}
	for len(b) >= wholePosting {
		dst = append(dst, binary.BigEndian.Uint64(b)>>16)
		_, w := varint(binary.LittleEndian.Uint64(b[6:]))
		b = b[6+w:]
	}
	for len(b) >= 7 {
		dst = append(dst, uint64(binary.BigEndian.Uint32(b))<<16|uint64(b[4])<<8|uint64(b[5]))
		end := 6
		for end < len(b)-1 && b[end] >= 0x80 {
			end++
		}
		b = b[end+1:]
	}
	return dst
}

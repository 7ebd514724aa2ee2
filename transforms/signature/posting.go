package signature

import (
	"encoding/binary"

	"example.org/diagonal/io/wire"
)

// Posting records that a sentence has a signature. Its key is the signature.
//
//	document [8], sentence [4], set [rest]
type Posting struct {
	Document uint64
	Sentence uint32
	// Set is the whole signature set of the sentence where Jaccard needs it (package
	// simjoin), else empty.
	Set []byte
}

// AppendPosting appends the payload of p to dst.
func AppendPosting(dst []byte, p Posting) []byte {
	dst = binary.BigEndian.AppendUint64(dst, p.Document)
	dst = binary.BigEndian.AppendUint32(dst, p.Sentence)
	return append(dst, p.Set...)
}

// ReadPosting reads a payload. The Set is a view of it. The error is wire.ErrShort.
func ReadPosting(b []byte) (Posting, error) {
	if len(b) < 12 {
		return Posting{}, wire.ErrShort
	}
	return Posting{binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), b[12:]}, nil
}

// UnitPostings is the postings of the units of one document that go to one shard, which is
// that of their signatures. Its key is the document.
//
//	kind byte; for each: signature [6] big-endian, unit or place uvarint
type UnitPostings struct{}

// CopyMark is added to the unit or place of a fingerprint of a copy. It is known of each
// posting, whatever the kind of the others is: documents with a common one are to be
// compared, even if they share nothing else.
const CopyMark uint32 = 1 << 31

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

// EachUnitPosting calls f for the signatures of a payload and returns their kind. The error
// is wire.ErrShort.
func EachUnitPosting(b []byte, f func(signature uint64, place uint32)) (kind Kind, err error) {
	if len(b) == 0 {
		return 0, wire.ErrShort
	}
	kind, b = Kind(b[0]), b[1:]
	for len(b) > 0 {
		if len(b) < 7 {
			return 0, wire.ErrShort
		}
		signature := uint64(b[0])<<40 | uint64(b[1])<<32 | uint64(b[2])<<24 | uint64(b[3])<<16 | uint64(b[4])<<8 | uint64(b[5])
		place, w := binary.Uvarint(b[6:])
		if w <= 0 || place > 1<<32-1 {
			return 0, wire.ErrShort
		}
		f(signature, uint32(place))
		b = b[6+w:]
	}
	return kind, nil
}

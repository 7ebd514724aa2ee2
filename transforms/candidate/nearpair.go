package candidate

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/signature"
)

// unitMatch says that I of one document and K of document B, units or places, share a
// signature. Inside one document I < K. If it is the fingerprint of a copy, both are places
// of words, and I has signature.CopyMark.
type unitMatch struct {
	B    uint64
	I, K uint32
	// Rare says that the signature is rare in the collection (rareDocuments).
	Rare bool
	// Few says that few documents have it (FewDocuments).
	Few bool
	// Spaceless says that both documents are in a script without spaces.
	Spaceless bool
}

// unitMatches is the matches of one document, packed. Its key is the document that I is a
// unit of.
//
//	kind byte; for each b: b [8]; for each match with it: 2i, + 1 if rare, 4k, + 2 if few, + 1 if another one
//	follows, uvarint
//
// A document that shares much with another one has many matches with it, so b is not written again for each. The kind
// has the mark matchesSpaceless if the matches are Spaceless.
type unitMatches []byte

// Append appends the payload to dst.
func (u *unitMatches) Append(dst []byte) []byte { return append(dst, *u...) }

// Read reads a payload, a view.
func (u *unitMatches) Read(payload []byte) error {
	*u = payload
	return nil
}

const matchesSpaceless = 1 << 7

// appendUnitMatchesHead appends the head of the payload of unitMatches to dst.
func appendUnitMatchesHead(dst []byte, kind signature.Kind, spaceless bool) []byte {
	if spaceless {
		kind |= matchesSpaceless
	}
	return append(dst, byte(kind))
}

// appendUnitMatch appends m to the payload of unitMatches. after says that the match before it is of the same document
// B, and more that the next one is.
func appendUnitMatch(dst []byte, m unitMatch, after, more bool) []byte {
	if !after {
		dst = binary.BigEndian.AppendUint64(dst, m.B)
	}
	dst = wire.AppendMarked(dst, m.I, m.Rare)
	k := uint64(m.K) << 2
	if m.Few {
		k += 2
	}
	if more {
		k++
	}
	return binary.AppendUvarint(dst, k)
}

// readUnitMatches appends the matches of a payload to dst, and returns their kind. The error
// is wire.ErrShort.
func readUnitMatches(dst []unitMatch, b []byte) (kind signature.Kind, all []unitMatch, err error) {
	r := wire.NewReader(b)
	head := r.Byte()
	m := unitMatch{Spaceless: head&matchesSpaceless != 0}
	for more := false; more || r.More(); {
		if !more {
			m.B = r.Uint64()
		}
		m.I, m.Rare = r.Marked()
		k := r.Uvarint()
		m.K, m.Few, more = uint32(k>>2), k&2 != 0, k&1 != 0
		dst = append(dst, m)
	}
	return signature.Kind(head &^ matchesSpaceless), dst, r.Err()
}

// NearPair is a pair of documents to be aligned, with the units in which they share
// signatures. It is a delivery.Pair that carries them:
//
//	kind byte; number of copies, for each: i, k uvarint; for each other: 2i, + 1 if rare, 2k, + 1 if few uvarint
type NearPair struct {
	// Kind is the kind of the signatures. Those of GramKind are rare or not.
	Kind signature.Kind
	// Units are the units of a and b, in turn.
	Units []uint32
	// Rare says of each two Units whether what they share is rare in the collection, Few whether few documents have it.
	Rare, Few []bool
	// Copies are the places in a and b, in turn, of a fingerprint that both have (signature.ReadCopyPlace):
	// a run of equal words may be long there.
	Copies []uint32
}

// appendUnits appends what the pair carries to dst.
func (p *NearPair) appendUnits(dst []byte) []byte {
	dst = append(dst, byte(p.Kind))
	dst = binary.AppendUvarint(dst, uint64(len(p.Copies)/2))
	for _, unit := range p.Copies {
		dst = binary.AppendUvarint(dst, uint64(unit))
	}
	for x, rare := range p.Rare {
		dst = wire.AppendMarked(dst, p.Units[2*x], rare)
		dst = wire.AppendMarked(dst, p.Units[2*x+1], p.Few[x])
	}
	return dst
}

// Read reads what a pair carries into p, whose slices are reused. The error is
// wire.ErrShort.
func (p *NearPair) Read(b []byte) error {
	r := wire.NewReader(b)
	p.Kind, p.Units, p.Rare, p.Few, p.Copies = signature.Kind(r.Byte()), p.Units[:0], p.Rare[:0], p.Few[:0],
		p.Copies[:0]
	for n := r.Uvarint(); n > 0 && r.Err() == nil; n-- {
		p.Copies = append(p.Copies, uint32(r.Uvarint()), uint32(r.Uvarint()))
	}
	for r.More() {
		i, rare := r.Marked()
		k, few := r.Marked()
		p.Units, p.Rare, p.Few = append(p.Units, i, k), append(p.Rare, rare), append(p.Few, few)
	}
	return r.Err()
}

// TagHotUnit begins the payload of a HotUnit, which comes after its document and before the
// needs for it.
const TagHotUnit byte = 1

// WholeUnitHot is the number of hot n-grams of a unit that is hot as a whole.
const WholeUnitHot = 1 << 20

// HotUnit says how many hot n-grams one shard found in a unit. Its key is the document.
//
//	TagHotUnit byte; unit, n uvarint
type HotUnit struct{ Unit, N uint32 }

// Tag is the first byte of a payload.
func (*HotUnit) Tag() byte { return TagHotUnit }

// Append appends the payload of h to dst.
func (h *HotUnit) Append(dst []byte) []byte {
	dst = binary.AppendUvarint(append(dst, TagHotUnit), uint64(h.Unit))
	return binary.AppendUvarint(dst, uint64(h.N))
}

// Read reads a payload. The error is wire.ErrShort.
func (h *HotUnit) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	*h = HotUnit{uint32(r.Uvarint()), uint32(r.Uvarint())}
	return r.Err()
}

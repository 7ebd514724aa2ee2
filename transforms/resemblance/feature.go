package resemblance

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/sketch/minhash"
)

// Feature records that a document has a shingle, or a band of its sketch: the key of the
// record. Documents meet at the features they share. The payload is
//
//	document [8]; size, position uvarint; with MinHash: brief [8] each
type Feature struct {
	// Document is the key of the document's class: equal documents have equal features.
	Document uint64
	// Size is the number of elements in the document's set. Position is the number of its
	// elements that come before this one in the order that all sets have.
	Size, Position uint32
	// Brief is that of the MinHash.
	Brief minhash.Brief
}

// Append appends the payload of f to dst.
func (f *Feature) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, f.Document)
	dst = binary.AppendUvarint(dst, uint64(f.Size))
	dst = binary.AppendUvarint(dst, uint64(f.Position))
	if f.Brief != (minhash.Brief{}) {
		for _, word := range f.Brief {
			dst = binary.LittleEndian.AppendUint64(dst, word)
		}
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (f *Feature) Read(payload []byte) error {
	r := wire.NewReader(payload)
	*f = Feature{Document: r.Uint64(), Size: uint32(r.Uvarint()), Position: uint32(r.Uvarint())}
	if r.More() {
		for i, word := 0, r.Bytes(8*uint64(len(f.Brief))); i < len(f.Brief) && r.Err() == nil; i++ {
			f.Brief[i] = binary.LittleEndian.Uint64(word[8*i:])
		}
	}
	return r.Err()
}

package record

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/io/wire"
)

// The records of the packed shuffle. Each has an Append function that writes the
// payload under the key named there, and a Read function that takes it apart. A
// payload begins with the fields that order it, big-endian.

// Posting says that a sentence has a signature. Its key is the signature.
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

// ReadPosting reads a payload; the Set is a view of it.
func ReadPosting(b []byte) (Posting, error) {
	if len(b) < 12 {
		return Posting{}, wire.ErrShort
	}
	return Posting{binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), b[12:]}, nil
}

// Occurrence is a run of equal sentences in one document, with their signature.
// Its key is the document, or what the sentences have in common.
//
//	first [4], count [4], signature [8]
type Occurrence struct {
	First, Count uint32
	Signature    uint64
}

// AppendOccurrence appends the payload of o to dst.
func AppendOccurrence(dst []byte, o Occurrence) []byte {
	dst = binary.BigEndian.AppendUint32(dst, o.First)
	dst = binary.BigEndian.AppendUint32(dst, o.Count)
	return binary.BigEndian.AppendUint64(dst, o.Signature)
}

// ReadOccurrence reads a payload.
func ReadOccurrence(b []byte) (Occurrence, error) {
	if len(b) != 16 {
		return Occurrence{}, wire.ErrShort
	}
	return Occurrence{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint64(b[8:])}, nil
}

// Hot is a run of hot sentences in one document. Its key is the document.
//
//	TagHot byte; first [4], count [4]
type Hot struct{ First, Count uint32 }

// AppendHot appends the payload of h to dst.
func AppendHot(dst []byte, h Hot) []byte {
	dst = binary.BigEndian.AppendUint32(append(dst, TagHot), h.First)
	return binary.BigEndian.AppendUint32(dst, h.Count)
}

// ReadHot reads a payload.
func ReadHot(b []byte) (Hot, error) {
	if len(b) != 9 || b[0] != TagHot {
		return Hot{}, wire.ErrShort
	}
	return Hot{binary.BigEndian.Uint32(b[1:]), binary.BigEndian.Uint32(b[5:])}, nil
}

// HotRange is a maximal run of hot units in one document, as a range of its text. Its
// key is the document.
//
//	TagHotRange byte; range; words uvarint; hash [8]
type HotRange struct {
	Range Range
	// Words is how many words the run has, Hash a hash of them.
	Words uint32
	Hash  uint64
}

// AppendHotRange appends the payload of h to dst.
func AppendHotRange(dst []byte, h HotRange) []byte {
	dst = appendRange(append(dst, TagHotRange), h.Range)
	dst = binary.AppendUvarint(dst, uint64(h.Words))
	return binary.BigEndian.AppendUint64(dst, h.Hash)
}

// ReadHotRange reads a payload.
func ReadHotRange(b []byte) (HotRange, error) {
	r := wire.NewReader(b)
	if r.Byte() != TagHotRange {
		return HotRange{}, wire.ErrShort
	}
	h := HotRange{Range: readRange(&r), Words: uint32(r.Uvarint())}
	if v := r.Bytes(8); v != nil {
		h.Hash = binary.BigEndian.Uint64(v)
	}
	return h, r.Err()
}

// Match says that N sentences of document A from I on are duplicates, one by one, of
// the N sentences of document B from K on. Its key is A.
//
//	b [8], i [4], k [4], n [4], similarity [4]
type Match struct {
	A, B    uint64
	I, K, N uint32
	// Similarity is the Jaccard similarity of each sentence pair.
	Similarity float32
}

// AppendMatch appends the payload of m to dst.
func AppendMatch(dst []byte, m Match) []byte {
	dst = binary.BigEndian.AppendUint64(dst, m.B)
	dst = binary.BigEndian.AppendUint32(dst, m.I)
	dst = binary.BigEndian.AppendUint32(dst, m.K)
	dst = binary.BigEndian.AppendUint32(dst, m.N)
	return binary.BigEndian.AppendUint32(dst, math.Float32bits(m.Similarity))
}

// ReadMatch reads a payload under the key a.
func ReadMatch(a uint64, b []byte) (Match, error) {
	if len(b) != 24 {
		return Match{}, wire.ErrShort
	}
	return Match{
		A: a, B: binary.BigEndian.Uint64(b),
		I: binary.BigEndian.Uint32(b[8:]), K: binary.BigEndian.Uint32(b[12:]), N: binary.BigEndian.Uint32(b[16:]),
		Similarity: math.Float32frombits(binary.BigEndian.Uint32(b[20:])),
	}, nil
}

// Chain is Count equal chains of consecutive sentences in one document, which begin
// at First, First+1, and so on. Its key is the hash of the chain's signatures.
//
//	document [8], first [4], count [4]
type Chain struct {
	Document     uint64
	First, Count uint32
}

// AppendChain appends the payload of c to dst.
func AppendChain(dst []byte, c Chain) []byte {
	dst = binary.BigEndian.AppendUint64(dst, c.Document)
	dst = binary.BigEndian.AppendUint32(dst, c.First)
	return binary.BigEndian.AppendUint32(dst, c.Count)
}

// ReadChain reads a payload.
func ReadChain(b []byte) (Chain, error) {
	if len(b) != 16 {
		return Chain{}, wire.ErrShort
	}
	return Chain{binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint32(b[12:])}, nil
}

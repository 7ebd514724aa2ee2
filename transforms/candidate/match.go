package candidate

import (
	"encoding/binary"
	"math"

	"example.org/diagonal/engine/wire"
)

// Match records that N sentences of document A from I on are duplicates, one by one, of the N
// sentences of document B from K on. Its key is A.
//
//	b [8], i [4], k [4], n [4], similarity [4]
type Match struct {
	A, B    uint64
	I, K, N uint32
	// Similarity is the Jaccard similarity of each sentence pair.
	Similarity float32
}

const matchSize = 24

// AppendMatch appends the payload of m to dst.
func AppendMatch(dst []byte, m Match) []byte {
	dst = binary.BigEndian.AppendUint64(dst, m.B)
	dst = binary.BigEndian.AppendUint32(dst, m.I)
	dst = binary.BigEndian.AppendUint32(dst, m.K)
	dst = binary.BigEndian.AppendUint32(dst, m.N)
	return binary.BigEndian.AppendUint32(dst, math.Float32bits(m.Similarity))
}

// ReadMatch reads a payload under the key a. The error is wire.ErrShort.
func ReadMatch(a uint64, b []byte) (Match, error) {
	if len(b) != matchSize {
		return Match{}, wire.ErrShort
	}
	return Match{
		A: a, B: binary.BigEndian.Uint64(b),
		I: binary.BigEndian.Uint32(b[8:]), K: binary.BigEndian.Uint32(b[12:]), N: binary.BigEndian.Uint32(b[16:]),
		Similarity: math.Float32frombits(binary.BigEndian.Uint32(b[20:])),
	}, nil
}

// TagHotRun begins the payload of a HotRun, which comes after the entry of its document in
// the catalogue and after the sides of its passages.
const TagHotRun byte = 2

// HotRun is consecutive hot sentences of one document. Its key is the document.
//
//	TagHotRun byte; first [4], count [4]
type HotRun struct{ First, Count uint32 }

// Tag is the first byte of a payload.
func (*HotRun) Tag() byte { return TagHotRun }

// Append appends the payload of h to dst.
func (h *HotRun) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint32(append(dst, TagHotRun), h.First)
	return binary.BigEndian.AppendUint32(dst, h.Count)
}

// Read reads a payload. The error is wire.ErrShort.
func (h *HotRun) Read(payload []byte) error {
	if len(payload) != 9 || payload[0] != TagHotRun {
		return wire.ErrShort
	}
	*h = HotRun{binary.BigEndian.Uint32(payload[1:]), binary.BigEndian.Uint32(payload[5:])}
	return nil
}

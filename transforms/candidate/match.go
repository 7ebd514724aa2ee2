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

// Append appends the payload of m to dst.
func (m *Match) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, m.B)
	dst = binary.BigEndian.AppendUint32(dst, m.I)
	dst = binary.BigEndian.AppendUint32(dst, m.K)
	dst = binary.BigEndian.AppendUint32(dst, m.N)
	return binary.BigEndian.AppendUint32(dst, math.Float32bits(m.Similarity))
}

// Read reads a payload, but for A. The error is wire.ErrShort.
func (m *Match) Read(b []byte) error {
	if len(b) != matchSize {
		return wire.ErrShort
	}
	*m = Match{
		B: binary.BigEndian.Uint64(b),
		I: binary.BigEndian.Uint32(b[8:]), K: binary.BigEndian.Uint32(b[12:]), N: binary.BigEndian.Uint32(b[16:]),
		Similarity: math.Float32frombits(binary.BigEndian.Uint32(b[20:])),
	}
	return nil
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

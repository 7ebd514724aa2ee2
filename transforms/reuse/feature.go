package reuse

import (
	"encoding/binary"

	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/reuse/prefix"
)

// Feature records that a wording has a key under which it meets others. The upper half of the key of the
// record is that key. The lower half is the size, up to 255, and a part of the wording, so that the records
// of a key come in order of size, and are sorted without a look at the payload.
//
//	size, rest: a byte if below 255, else 255 and [4]; wording [8]; map [16]; wide map [64], if the set has
//	one; signature [8], if the method looks at it again
type Feature struct {
	prefix.Member
	// Signed is whether the method looks at the signature again.
	Signed bool
}

func featureKey(key uint32, m *Feature) uint64 {
	return uint64(key)<<32 | uint64(min(m.Size, 255))<<24 | m.ID>>40
}

// Append appends the payload of m to dst.
func (m *Feature) Append(dst []byte) []byte {
	dst = appendSize(appendSize(dst, m.Size), m.Rest)
	dst = binary.BigEndian.AppendUint64(dst, m.ID)
	dst = binary.LittleEndian.AppendUint64(dst, m.Map[0])
	dst = binary.LittleEndian.AppendUint64(dst, m.Map[1])
	if m.Wide != nil {
		for _, w := range m.Wide {
			dst = binary.LittleEndian.AppendUint64(dst, w)
		}
	}
	if m.Signed {
		dst = binary.BigEndian.AppendUint64(dst, m.Signature)
	}
	return dst
}

func appendSize(dst []byte, n uint32) []byte {
	if n < 255 {
		return append(dst, byte(n))
	}
	return binary.BigEndian.AppendUint32(append(dst, 255), n)
}

// Read reads a payload. The error is wire.ErrShort.
func (m *Feature) Read(payload []byte) (err error) {
	if m.Size, payload, err = readSize(payload); err != nil {
		return err
	}
	if m.Rest, payload, err = readSize(payload); err != nil {
		return err
	}
	if len(payload) < 24 {
		return wire.ErrShort
	}
	m.ID = binary.BigEndian.Uint64(payload)
	m.Map = prefix.Map{binary.LittleEndian.Uint64(payload[8:]), binary.LittleEndian.Uint64(payload[16:])}
	payload = payload[24:]
	m.Wide, m.Signature, m.Signed = nil, 0, false
	if len(payload) >= 64 {
		m.Wide = &prefix.WideMap{}
		for i := range m.Wide {
			m.Wide[i] = binary.LittleEndian.Uint64(payload[8*i:])
		}
		payload = payload[64:]
	}
	switch len(payload) {
	case 0:
	case 8:
		m.Signature, m.Signed = binary.BigEndian.Uint64(payload), true
	default:
		return wire.ErrShort
	}
	return nil
}

func readSize(payload []byte) (n uint32, rest []byte, err error) {
	switch {
	case len(payload) == 0:
		return 0, nil, wire.ErrShort
	case payload[0] < 255:
		return uint32(payload[0]), payload[1:], nil
	case len(payload) < 5:
		return 0, nil, wire.ErrShort
	}
	return binary.BigEndian.Uint32(payload[1:]), payload[5:], nil
}

package token

import "unicode/utf8"

// The hash of a word is that of its normalised form in UTF-8: eight bytes at a
// time, little-endian, the last ones filled up with zeros (a word has no NUL, so
// words of different length differ), each mixed in by a multiplication. Then the
// 64 bits are finished as MurmurHash3 does and the upper 32 are kept. This is the
// format on disk.
const (
	seed     = 0x243F6A8885A308D3 // pi
	multiply = 0x9E3779B97F4A7C15 // the golden ratio
)

// mixer hashes a word byte by byte.
type mixer struct {
	state uint64
	open  uint64 // bytes that are not in state yet
	bits  uint   // how many of open are used
}

func (m *mixer) init() { m.state = seed }

func (m *mixer) push(b byte) {
	m.open |= uint64(b) << (m.bits & 63)
	m.bits += 8
	if m.bits == 64 {
		m.state, m.open, m.bits = mix(m.state, m.open), 0, 0
	}
}

func (m *mixer) rune(r rune) {
	var b [utf8.UTFMax]byte
	for _, c := range b[:utf8.EncodeRune(b[:], r)] {
		m.push(c)
	}
}

func (m *mixer) sum() uint32 {
	h := m.state
	if m.bits > 0 {
		h = mix(h, m.open)
	}
	return finish(h)
}

// finish makes the hash of a word of the state after its last bytes.
func finish(h uint64) uint32 {
	h ^= h >> 33
	h *= 0xFF51AFD7ED558CCD
	h ^= h >> 33
	h *= 0xC4CEB9FE1A85EC53
	return uint32(h >> 32)
}

func mix(state, chunk uint64) uint64 {
	h := (state ^ chunk) * multiply
	return h ^ h>>32
}

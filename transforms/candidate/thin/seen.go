package thin

import "math/bits"

// Seen is the signatures of a shard, without their places: a bit for each of them in two maps. A
// bit stands for a signature, or by chance for several. The zero value is ready for Reset.
type Seen struct {
	once, more []uint64 // which signatures came, and which came again
	mask       uint64
}

// seenBits is the least number of bits for each signature in each map. With 8, about one in 9 of
// the signatures that came once is taken for one that came again.
const seenBits = 8

// Reset makes s empty, for at most n signatures.
func (s *Seen) Reset(n int) {
	width := bits.Len(uint(seenBits * n))
	words := max(1, 1<<width/64)
	s.once, s.more, s.mask = zeroed(s.once, words), zeroed(s.more, words), uint64(1)<<width-1
}

// Add adds a signature.
func (s *Seen) Add(signature uint64) {
	bit := signature & s.mask
	m := uint64(1) << (bit % 64)
	s.more[bit/64] |= s.once[bit/64] & m
	s.once[bit/64] |= m
}

// Shared reports whether a signature was added more than once. By chance it is true for some that
// were added once.
func (s *Seen) Shared(signature uint64) bool { return s.shared(signature) != 0 }

func (s *Seen) shared(signature uint64) int {
	bit := signature & s.mask
	return int(s.more[bit/64] >> (bit % 64) & 1)
}

// zeroed returns s with length n, all zero.
func zeroed(s []uint64, n int) []uint64 {
	if cap(s) < n {
		return make([]uint64, n)
	}
	s = s[:n]
	clear(s)
	return s
}

package thin

import "math/bits"

// Seen is the signatures of a shard, without their places: a bit for each of them in two maps. A
// bit stands for a signature, or by chance for several. The zero value is ready for Reset.
type Seen struct {
	maps []both
	mask uint64
}

// both is 64 bits of both maps. They are side by side, because the processor waits for memory here and
// for nothing else.
type both struct{ once, more uint64 } // which signatures came, and which came again

// seenBits is the least number of bits for each signature in each map. With 8, about one in 9 of
// the signatures that came once is taken for one that came again.
const seenBits = 8

// Reset makes s empty, for at most n signatures.
func (s *Seen) Reset(n int) {
	width := bits.Len(uint(seenBits * n))
	words := max(1, 1<<width/64)
	if cap(s.maps) < words {
		s.maps = make([]both, words)
	} else {
		s.maps = s.maps[:words]
		clear(s.maps)
	}
	s.mask = uint64(1)<<width - 1
}

// Add adds signatures. Many are added in less time together.
func (s *Seen) Add(signatures ...uint64) {
	for _, signature := range signatures {
		bit := signature & s.mask
		m, b := uint64(1)<<(bit%64), &s.maps[bit/64]
		b.more |= b.once & m
		b.once |= m
	}
}

// Shared returns 1 if a signature was added more than once, else 0. By chance it returns 1 for some
// that were added once.
func (s *Seen) Shared(signature uint64) int {
	bit := signature & s.mask
	return int(s.maps[bit/64].more >> (bit % 64) & 1)
}

package thin

import (
	"math/bits"
	"slices"
)

// Seen finds the signatures of a shard that come more than once: first Reset, then Add for all of
// them, then Find; then, as often as wanted, Begin, and Shared for all of them in the same order. The zero
// value is ready for Reset.
//
// A signature counts by its lower 42 bits at most, which should be spread as those of a hash. A table of
// all of them would be larger than the caches of a processor, which would wait for memory at each
// signature. So Add deals them to parts by ten bits, Find looks at one part after the other in maps that
// fit in a cache, and writes a bit for each signature, which Shared reads one after the other.
type Seen struct {
	parts []seenPart
	room  int      // of each part in low
	low   []uint32 // the lower 32 bits of signatures, by part
	next  []uint32 // by part: how many signatures came, or were read
	maps  []both   // of one part
}

// seenPart is the signatures of which the bits above the lower 32 are equal.
type seenPart struct {
	more  []uint32 // for which there was no room
	again []uint64 // a bit for each signature: whether it came more than once
}

// both is 64 bits of two maps, side by side: which signatures came, and which came again.
type both struct{ once, more uint64 }

const (
	// partBits is the most bits that a part is chosen by. Each part has a line of the cache that is
	// written to.
	partBits = 10
	// perPart is about the number of signatures of a part: its maps then have 128 to 256 KB.
	perPart = 1 << 14
	// seenBits is the least number of bits for each signature in each map. With 32, about one in 40 of
	// the signatures that came once is taken for one that came again.
	seenBits = 32
	// maxSeenBits is the largest number of bits of a map, as a power of two: in the part of a very
	// frequent signature there are many others of one kind.
	maxSeenBits = 22
)

// Reset makes s empty, for about n signatures.
func (s *Seen) Reset(n int) {
	parts := 1 << min(partBits, bits.Len(uint(n/perPart)))
	s.room = n/parts + n/parts/16 + 64
	if need := parts * s.room; cap(s.low) < need || cap(s.low) > 4*need {
		s.low = make([]uint32, need)
	}
	s.low = s.low[:parts*s.room]
	s.parts = slices.Grow(s.parts[:0], parts)[:parts]
	for i := range s.parts {
		s.parts[i].more = nil
	}
	s.next = slices.Grow(s.next[:0], parts)[:parts]
	s.Begin()
}

// Add adds signatures.
func (s *Seen) Add(signatures []uint64) {
	mask := uint64(len(s.next) - 1)
	for _, signature := range signatures {
		part := signature >> 32 & mask
		n := int(s.next[part])
		s.next[part]++
		if n < s.room {
			s.low[int(part)*s.room+n] = uint32(signature)
		} else {
			s.parts[part].more = append(s.parts[part].more, uint32(signature))
		}
	}
}

// Find ends the adding.
func (s *Seen) Find() {
	for i := range s.parts {
		p, n := &s.parts[i], int(s.next[i])
		first := s.low[i*s.room:][:min(n, s.room)]
		width := min(maxSeenBits, max(6, bits.Len(uint(seenBits*n))))
		s.maps = slices.Grow(s.maps[:0], 1<<(width-6))[:1<<(width-6)]
		clear(s.maps)
		s.count(first)
		s.count(p.more)
		p.again = slices.Grow(p.again[:0], n/64+1)[:n/64+1]
		clear(p.again)
		s.mark(p.again, first, 0)
		s.mark(p.again, p.more, len(first))
	}
}

// count enters signatures of a part in the maps.
func (s *Seen) count(part []uint32) {
	maps, mask := s.maps, uint32(len(s.maps)-1)
	for _, low := range part {
		m, b := uint64(1)<<(low&63), &maps[low>>6&mask]
		b.more |= b.once & m
		b.once |= m
	}
}

// mark sets the bits of the signatures of a part, from bit n on, that came more than once, and of some others.
func (s *Seen) mark(again []uint64, part []uint32, n int) {
	maps, mask := s.maps, uint32(len(s.maps)-1)
	for _, low := range part { // without a branch: the processor cannot guess
		again[n>>6] |= maps[low>>6&mask].more >> (low & 63) & 1 << (n & 63)
		n++
	}
}

// Count returns for how many of the signatures that were added Shared returns 1.
func (s *Seen) Count() (n int) {
	for i := range s.parts {
		for _, again := range s.parts[i].again {
			n += bits.OnesCount64(again)
		}
	}
	return n
}

// Begin says that Shared will be called for the first signature that was added.
func (s *Seen) Begin() { clear(s.next) }

// Shared returns 1 if a signature, which was added after that of the last call, was added more than once,
// else 0. By chance it returns 1 for some that were added once.
func (s *Seen) Shared(signature uint64) int {
	part := signature >> 32 & uint64(len(s.next)-1)
	n := s.next[part]
	s.next[part]++
	return int(s.parts[part].again[n>>6] >> (n & 63) & 1)
}

package thin

import (
	"math/bits"
	"slices"
)

// Seen finds the signatures of a shard that come more than once: first Reset, then Add for all of
// them, then Find; then Shared tells them from the others. The zero value is ready for Reset.
//
// A signature counts by its lower 42 bits at most, which should be spread as those of a hash. A table of
// all of them would be larger than the caches of a processor, which would wait for memory at each
// signature. So Add deals them to parts by ten bits, Find looks at one part after the other in maps that
// fit in a cache, and what Shared looks at is a Bloom filter of only those that came more than once,
// which are few.
type Seen struct {
	parts  [][]uint32 // the lower 32 bits of signatures, by the bits above them
	width  uint       // the number of the bits above them
	maps   []both     // of one part
	filter []uint64   // see place
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
	// mostSeenBits is the largest number of bits of a map, as a power of two: in the part of a very
	// frequent signature there are many others of one kind.
	mostSeenBits = 22
	// filterBits is the number of bits in the filter for each signature that came more than once, as
	// often as it came.
	filterBits = 16
)

// Reset makes s empty, for about n signatures.
func (s *Seen) Reset(n int) {
	s.width = uint(min(partBits, bits.Len(uint(n/perPart))))
	parts := 1 << s.width
	s.parts = slices.Grow(s.parts[:0], parts)[:parts]
	room := n/parts + n/parts/16 + 64
	for i := range s.parts {
		if cap(s.parts[i]) < room || cap(s.parts[i]) > 4*room {
			s.parts[i] = make([]uint32, 0, room)
		}
		s.parts[i] = s.parts[i][:0]
	}
}

// Add adds signatures.
func (s *Seen) Add(signatures []uint64) {
	mask := uint64(len(s.parts) - 1)
	for _, signature := range signatures {
		part := &s.parts[signature>>32&mask]
		low, n := uint32(signature), len(*part)
		if n > 1 && (*part)[n-1] == low && (*part)[n-2] == low {
			continue // a very frequent one, which is known to be shared
		}
		*part = append(*part, low)
	}
}

// Find ends the adding. Shared is right until the next Reset.
func (s *Seen) Find() {
	shared := 0
	for i, part := range s.parts {
		s.parts[i] = s.again(part)
		shared += len(s.parts[i])
	}
	words := filterBits*shared/64 + 1
	s.filter = slices.Grow(s.filter[:0], words)[:words]
	clear(s.filter)
	for i, part := range s.parts {
		for _, low := range part {
			word, set := s.place(uint64(i)<<32 | uint64(low))
			s.filter[word] |= set
		}
	}
}

// again returns, in place, the signatures of a part that came more than once, and some others.
func (s *Seen) again(part []uint32) []uint32 {
	width := min(mostSeenBits, max(6, bits.Len(uint(seenBits*len(part)))))
	words := 1 << (width - 6)
	s.maps = slices.Grow(s.maps[:0], words)[:words]
	clear(s.maps)
	maps, mask := s.maps, uint32(words-1)
	for _, low := range part {
		m, b := uint64(1)<<(low&63), &maps[low>>6&mask]
		b.more |= b.once & m
		b.once |= m
	}
	kept := 0
	for _, low := range part { // without a branch: the processor cannot guess
		part[kept] = low
		kept += int(maps[low>>6&mask].more >> (low & 63) & 1)
	}
	return part[:kept]
}

// place returns the word of the filter that has three bits for a signature, and these bits. They
// are in one word, because each word may be somewhere else in memory.
func (s *Seen) place(signature uint64) (word uint64, set uint64) {
	word, _ = bits.Mul64(signature<<((32-s.width)&63), uint64(len(s.filter))) // those of a part are together
	h := uint32(signature) * 0x9e3779b1
	return word, 1<<(h>>26) | 1<<(h>>20&63) | 1<<(h>>14&63)
}

// Shared returns 1 if a signature was added more than once, else 0. By chance it returns 1 for some
// that were added once.
func (s *Seen) Shared(signature uint64) int {
	word, set := s.place(signature)
	missing := ^s.filter[word] & set
	return int(^(missing | -missing) >> 63)
}

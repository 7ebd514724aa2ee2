package indexed

import "math/bits"

// Sketch is the words of a unit as a set of bits, one for each word. It bounds the number
// of words that two units have in common, which is cheaper than to count them.
type Sketch [4]uint64

func (s *Sketch) add(word uint32) {
	bit := word * 0x9e3779b1 >> 24
	s[bit>>6] |= 1 << (bit & 63)
}

// Bits returns the number of bits in s, at most that of its words.
func (s *Sketch) Bits() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// MaxCommon returns a bound on the words that s and t have in common, where s is of n words: the
// bits in both, and one for each word of s that shares its bit with another.
func (s *Sketch) MaxCommon(n int, t *Sketch) int {
	return s.InBoth(t) + n - s.Bits()
}

// InBoth returns the number of bits in both s and t.
func (s *Sketch) InBoth(t *Sketch) int {
	both := Sketch{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
	return both.Bits()
}

// SketchOf returns the sketch of unit u.
func (d *Document) SketchOf(u uint32) *Sketch { return &d.sketches[u] }

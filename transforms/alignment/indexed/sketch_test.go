package indexed

import "testing"

// most is never below the number of common words, and no larger than the words of s.
func FuzzSketch(f *testing.F) {
	f.Add([]byte("abcdefgh"), []byte("abcxyz"))
	f.Add([]byte{}, []byte{0})
	f.Fuzz(func(t *testing.T, one, other []byte) {
		sketchOf := func(b []byte) (s Sketch, words map[uint32]bool) {
			words = map[uint32]bool{}
			for _, x := range b {
				words[hash(int(x))] = true
				s.add(hash(int(x)))
			}
			return s, words
		}
		s, a := sketchOf(one)
		u, b := sketchOf(other)
		common := 0
		for w := range a {
			if b[w] {
				common++
			}
		}
		if got := s.MaxCommon(len(a), &u); got < common || got > len(a) {
			t.Errorf("%v, %v: at most %d of %d words, %d are common", one, other, got, len(a), common)
		}
	})
}

// hash is a word for tests: well mixed, as word hashes are.
func hash(x int) uint32 { return uint32((uint64(x) + 1) * 0x9e3779b97f4a7c15 >> 32) }

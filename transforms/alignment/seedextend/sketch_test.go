package seedextend

import "testing"

// most is never below the number of common words, and no larger than the words of s.
func FuzzSketch(f *testing.F) {
	f.Add([]byte("abcdefgh"), []byte("abcxyz"))
	f.Add([]byte{}, []byte{0})
	f.Fuzz(func(t *testing.T, one, other []byte) {
		sketchOf := func(b []byte) (s sketch, words map[uint32]bool) {
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
		if got := s.maxCommon(len(a), &u); got < common || got > len(a) {
			t.Errorf("%v, %v: at most %d of %d words, %d are common", one, other, got, len(a), common)
		}
	})
}

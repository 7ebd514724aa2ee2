package ignored

import (
	"slices"
	"testing"
)

// obvious is Mark without hashes: each run is looked for in the text.
func obvious(text, words []uint32) []bool {
	marks := make([]bool, len(words))
	for i := 0; i+Words <= len(words); i++ {
		for k := 0; k+Words <= len(text); k++ {
			if slices.Equal(words[i:i+Words], text[k:k+Words]) {
				for x := i; x < i+Words; x++ {
					marks[x] = true
				}
			}
		}
	}
	return marks
}

func FuzzMark(f *testing.F) {
	f.Add([]byte("abcdefgh"), []byte("xxabcdexabcdefghyy"))
	f.Add([]byte("aaaaaaaa"), []byte("aaabaaaaaa"))
	f.Add([]byte("abc"), []byte("abc"))
	f.Add([]byte(""), []byte(""))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		wordsOf := func(b []byte) (words []uint32) {
			for _, c := range b {
				words = append(words, uint32(c))
			}
			return words
		}
		text, words := wordsOf(a), wordsOf(b)
		set := Set{}
		set.Add(text)
		got := make([]bool, len(words))
		n := set.Runs().Mark(got, words)
		want := obvious(text, words)
		if !slices.Equal(got, want) {
			t.Errorf("Mark = %v, want %v", got, want)
		}
		sum := 0
		for _, mark := range want {
			if mark {
				sum++
			}
		}
		if n != sum {
			t.Errorf("Mark says %d, want %d", n, sum)
		}
	})
}

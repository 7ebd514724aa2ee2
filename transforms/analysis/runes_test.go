package analysis

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// Places of code points are asked for in any order, and each part of a text is read about once: a document may have as
// many places that overlap as it has sentences.
func TestRunesBytes(t *testing.T) {
	for name, text := range map[string]string{
		"mixed": strings.Repeat("a ä € 𝔘 \xff 好 ", 5000), "ASCII": strings.Repeat("abc ", 5000), "short": "ä", "": "",
	} {
		var starts []int // of code points
		for i := range text {
			starts = append(starts, i)
		}
		starts = append(starts, len(text))
		r := NewRunes([]byte(text))
		random := rand.New(rand.NewPCG(1, 2))
		asked := 2000
		for range asked {
			n := random.IntN(len(starts))
			if got := r.Bytes(int64(n)); got != starts[n] {
				t.Fatalf("%s: Bytes(%d) = %d, want %d", name, n, got, starts[n])
			}
		}
		if got := r.Bytes(int64(len(starts)) + 7); got != len(text) {
			t.Errorf("%s: behind the end: %d, want %d", name, got, len(text))
		}
		if max := int64(utf8.RuneCountInString(text) + (asked+1)*markRunes); r.steps > max {
			t.Errorf("%s: %d code points were read, at most %d", name, r.steps, max)
		}
	}
}

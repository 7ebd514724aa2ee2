package catalogue

import (
	"math/rand/v2"
	"testing"
)

// A ruler counts what a table of all code points of the text counts.
func TestRuler(t *testing.T) {
	var ruler Ruler
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var e Entry
		var text []bool // whether a code point of the document is text
		first, last := -1, -1
		for range r.IntN(6) {
			start := len(text) + r.IntN(3)
			length := r.IntN(8)
			words := uint32(0)
			if length > 2 && r.IntN(3) > 0 {
				words = 1
			}
			e.Sentences = append(e.Sentences, Sentence{Start: int64(start), End: int64(start + length), Words: words})
			for len(text) < start {
				text = append(text, false)
			}
			for range length {
				text = append(text, words > 0)
			}
			if words > 0 {
				if first < 0 {
					first = start
				}
				last = start + length
			}
		}
		if first >= 0 {
			e.Lead, e.Tail = int64(r.IntN(2)), int64(r.IntN(2))
			for i := range text {
				if i < first+int(e.Lead) || i >= last-int(e.Tail) {
					text[i] = false
				}
			}
		}
		ruler.Reset(&e)
		want := int64(0)
		for at, is := range append(text, false, false) {
			if got := ruler.At(int64(at)); got != want {
				t.Fatalf("%+v: %d of the text are before %d, want %d", e, got, at, want)
			}
			if is {
				want++
			}
		}
		if ruler.Length() != want {
			t.Fatalf("%+v: the length is %d, want %d", e, ruler.Length(), want)
		}
	}
}

package spelling

import (
	"strings"
	"testing"
)

// spell returns the spelling of words.
func spell(t *testing.T, words ...string) Spelling {
	t.Helper()
	var w Writer
	w.Begin()
	w.Add([]byte("of another document"))
	w.Begin()
	for _, word := range words {
		w.Add([]byte(word))
	}
	var s Spelling
	if err := s.Read(w.Append(nil), len(words)); err != nil {
		t.Fatal(err)
	}
	return s
}

// However words are divided, and in whatever case they are, the letters are the same.
func TestLetters(t *testing.T) {
	want := spell(t, "don't", "stop", "令和3年")
	for _, words := range [][]string{{"DON", "T", "ST", "OP", "令", "和", "3年"}, {"dont", "", "stop令和", "3", "年"}} {
		got := spell(t, words...)
		if string(runes(got)) != string(runes(want)) {
			t.Errorf("%q: letters %v, want %v", words, got.Text.Chars, want.Text.Chars)
		}
		if end := got.Ends[len(got.Ends)-1]; int(end) != len(got.Text.Chars) {
			t.Errorf("%q: the last word ends at %d of %d letters", words, end, len(got.Text.Chars))
		}
	}
	if got := want.Text.Length(); got != 8+1+3*3 {
		t.Errorf("%d places, want 18: a Han character is as long as three letters", got)
	}
}

func runes(s Spelling) (out []rune) {
	for _, c := range s.Text.Chars {
		out = append(out, rune(c))
	}
	return out
}

func TestWords(t *testing.T) {
	s := spell(t, "ab", "", "cde", "f")
	for _, c := range []struct{ i, j, first, end uint32 }{{0, 1, 0, 1}, {0, 6, 0, 4}, {1, 3, 0, 3}, {2, 5, 2, 3},
		{5, 6, 3, 4}} {
		if first, end := s.Words(c.i, c.j); first != c.first || end != c.end {
			t.Errorf("Words(%d, %d) = %d, %d, want %d, %d", c.i, c.j, first, end, c.first, c.end)
		}
	}
}

// Nothing damaged is read, and nothing panics.
func FuzzRead(f *testing.F) {
	var w Writer
	w.Begin()
	w.Add([]byte("some"))
	w.Add([]byte("wörds"))
	f.Add(w.Append(nil), 2)
	f.Add([]byte{}, 0)
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1}, 1)
	f.Fuzz(func(t *testing.T, b []byte, words int) {
		var s Spelling
		if words < 0 || s.Read(b, words) != nil {
			return
		}
		if len(s.Ends) != words || words > 0 && int(s.Ends[words-1]) != len(s.Text.Chars) {
			t.Errorf("%d ends of %d words, %d letters", len(s.Ends), words, len(s.Text.Chars))
		}
	})
}

func BenchmarkAdd(b *testing.B) {
	words := strings.Fields("It was the best of times, it was the worst of times, it was the age of wisdom")
	var w Writer
	b.ReportAllocs()
	for range b.N {
		w.Begin()
		for _, word := range words {
			w.Add([]byte(word))
		}
	}
}

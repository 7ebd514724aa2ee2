package runes

import (
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/diagonal/io/filetest"
)

func same(t *testing.T, text []byte) {
	t.Helper()
	if got, want := Count(text), utf8.RuneCount(text); got != want {
		t.Errorf("Count(%q) = %d, want %d", text, got, want)
	}
	if got, want := Valid(text), utf8.Valid(text); got != want {
		t.Errorf("Valid(%q) = %v, want %v", text, got, want)
	}
	for i := range text {
		wantRune, wantSize := utf8.DecodeRune(text[i:])
		if r, size := At(text, i); r != wantRune || size != wantSize {
			t.Errorf("At(%q, %d) = %U, %d, want %U, %d", text, i, r, size, wantRune, wantSize)
		}
	}
	ascii := true
	for _, b := range text {
		ascii = ascii && b < utf8.RuneSelf
	}
	if got := ASCII(text); got != ascii {
		t.Errorf("ASCII(%q) = %v, want %v", text, got, ascii)
	}
}

// TestThreeBytes has each first and second byte of a character of three bytes, right and
// wrong, where two are read at a time and where one is.
func TestThreeBytes(t *testing.T) {
	for first := 0xDE; first <= 0xF1; first++ {
		for second := 0x7E; second <= 0xC1; second++ {
			for _, third := range []byte{0x7F, 0x80, 0xBF, 0xC0} {
				c := string([]byte{byte(first), byte(second), third})
				for _, text := range []string{c, "中" + c + "ab", c + "中文字", "a" + c + c + "中文字", "abcdefgh中" + c} {
					same(t, []byte(text))
				}
			}
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, text := range []string{"", "plain", "seven 8", "eight 88", "中文和 English", "é中\xff", "\xe4\xb8",
		"\xed\xa0\x80中文中文", "\U0001F600 😀中文", "中文中文中文\xe4"} {
		f.Add([]byte(text))
		f.Add([]byte(strings.Repeat(text, 9)))
	}
	f.Fuzz(same)
}

func BenchmarkCount(b *testing.B) {
	for _, name := range []string{"licences.en", "statutes.zh"} {
		text := filetest.Read(b, "../../transforms/analysis/segment/testdata/"+name+".txt")
		for _, f := range []struct {
			name string
			run  func([]byte) int
		}{{"Count", Count}, {"utf8", utf8.RuneCount}} {
			b.Run(name+"/"+f.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					f.run(text)
				}
			})
		}
	}
}

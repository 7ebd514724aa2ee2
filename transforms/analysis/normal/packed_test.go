package normal

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// FuzzPacked: both short forms of a text have the characters of Read.
func FuzzPacked(f *testing.F) {
	for _, text := range []string{"", " ", "Hello, World 42!", " a--b\n\n c ", "so\u00adft “quotes”…", "a\xffb",
		"ＡＢＣ１ é", "用 Go 写，好。", "𠀀𠀁한글", "zz\u0301 ", "i\u0307"} {
		f.Add([]byte(text))
	}
	var got Text // its memory is used again
	f.Fuzz(func(t *testing.T, text []byte) {
		var want Text
		want.ReadChars(text)
		chars, ok := AppendLatin([]byte("before"), text)
		if ok != want.Latin && !bytes.Contains(text, []byte("\u0307")) { // what follows an i is a part of it
			t.Fatalf("%q: latin %v, want %v", text, ok, want.Latin)
		}
		if ok {
			plain := []byte("before")
			for _, c := range want.Chars {
				plain = append(plain, byte(c))
			}
			if !slices.Equal(chars, plain) {
				t.Fatalf("%q: %v, want %v", text, chars, plain)
			}
		}
		packed := want.AppendPacked(nil)
		if err := got.ReadPacked(packed); err != nil || !slices.Equal(got.Chars, want.Chars) ||
			got.Latin != want.Latin || got.Wide() != want.Wide() || got.Length() != want.Length() {
			t.Fatalf("%q: packed: %v, want %v (error %v)", text, got.Chars, want.Chars, err)
		}
		for i := range got.Chars {
			if got.Place(i) != want.Place(i) {
				t.Fatalf("%q: character %d is at %d, want %d", text, i, got.Place(i), want.Place(i))
			}
		}
		got.ReadPacked(text) // what is damaged is an error, or a text
	})
}

func TestDamagedPacked(t *testing.T) {
	for _, packed := range []string{"\x80", "a\xff", "\xff\xff\xff\xff\xff\xff", strings.Repeat("\xff", 10)} {
		if new(Text).ReadPacked([]byte(packed)) == nil {
			t.Errorf("%q: no error", packed)
		}
	}
}

func BenchmarkAppendLatin(b *testing.B) {
	in := []byte(strings.Repeat("The quick brown fox, it is said, jumps over the lazy dog. ", 1000))
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst, _ = AppendLatin(dst[:0], in)
	}
}

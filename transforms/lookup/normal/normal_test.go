package normal

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// shown writes characters as the source does: with _ for the separator.
func shown(chars []Char) string {
	var b strings.Builder
	for _, c := range chars {
		switch c &^= wideBit; {
		case c == Separator:
			b.WriteByte('_')
		case c < firstLetter:
			b.WriteRune('0' + rune(c-firstDigit))
		case c < Alphabet:
			b.WriteRune('a' + rune(c-firstLetter))
		default:
			b.WriteRune(rune(c - Alphabet))
		}
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		text, want string
		length     uint32
		latin      bool
	}{
		{"", "", 0, true},
		{"...", "", 0, true},
		{"Hello, World 42!", "hello_world_42", 14, true},
		{"a--b\n\n c ", "a_b_c", 5, true},
		{"Ünïcode ΣΑΣ Москва", "ünïcode_σασ_москва", 18, false},
		{"天地，玄黄。\n宇宙", "天地玄黄宇宙", 18, false},
		{"用 Go 写", "用_go_写", 3 + 1 + 2 + 1 + 3, false},
		{"ＡＢＣ１", "abc1", 4, true},
		{"so\u00adft", "soft", 4, true},
		{"a\xffb", "a_b", 3, true},
		{"한글 テスト", "한글テスト", 15, false},
		{"𠀀𠀁", "𠀀𠀁", 6, false},
		{"हिन्दी", "हिन्दी", 6, false},
	} {
		var n Text
		n.Read([]byte(tc.text))
		if got := shown(n.Chars); got != tc.want || n.Length() != tc.length || n.Latin != tc.latin {
			t.Errorf("%q: %q of length %d, latin %v, want %q of length %d", tc.text, got, n.Length(), n.Latin, tc.want, tc.length)
		}
	}
}

// FuzzRead holds places and bytes to each other for any text.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "Hello, World", "用 Go 写，好。", "a\xff\xfe b", "e\u0301\u200d x", "  a  "} {
		f.Add([]byte(text))
	}
	var n Text // its memory is used again
	f.Fuzz(func(t *testing.T, text []byte) {
		var chars Text
		chars.ReadChars(text)
		n.Read(text)
		if !slices.Equal(n.Chars, chars.Chars) || n.Latin != chars.Latin || n.Length() != chars.Length() {
			t.Fatalf("%q: Read and ReadChars differ", text)
		}
		letters, latin := 0, true
		for i := 0; i < len(text); {
			r, size := utf8.DecodeRune(text[i:])
			if c, ok := charOf(r); ok && c != Separator && !(r == utf8.RuneError && size == 1) {
				letters++
				latin = latin && c < Alphabet
			}
			i += size
		}
		place := uint32(0)
		for i, c := range n.Chars {
			if n.Place(i) != place || n.Char(place) != i {
				t.Fatalf("%q: character %d is at %d, want %d", text, i, n.Place(i), place)
			}
			place += c.Width()
			start, end := n.Bytes(text, i, i+1)
			if c == Separator {
				if i == 0 || i == len(n.Chars)-1 || n.Chars[i-1] == Separator || start != end {
					t.Fatalf("%q: a separator at %d, bytes %d to %d", text, i, start, end)
				}
				continue
			}
			letters--
			r, size := utf8.DecodeRune(text[start:end])
			if own, _ := charOf(r); own != c || start+size != end {
				t.Fatalf("%q: bytes %d to %d are not character %d", text, start, end, i)
			}
			if wide := unicode.In(r, unicode.Han, unicode.Hangul); wide && c.Width() != Wide {
				t.Fatalf("%q: %c has width %d", text, r, c.Width())
			}
		}
		if place != n.Length() || letters != 0 || n.Latin != latin {
			t.Fatalf("%q: length %d, want %d; %d letters left; latin %v, want %v", text, n.Length(), place, letters, n.Latin, latin)
		}
		if start, end := n.Bytes(text, 0, len(n.Chars)); start < 0 || end > len(text) || start > end {
			t.Fatalf("%q: bytes %d to %d", text, start, end)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{"English": "The quick brown fox, it is said, jumps over the lazy dog. ", "Chinese": "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。"} {
		b.Run(name, func(b *testing.B) {
			in := []byte(strings.Repeat(text, 1000))
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			var n Text
			for b.Loop() {
				n.Read(in)
			}
		})
	}
}

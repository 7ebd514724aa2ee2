package normal

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/transforms/analysis/token"
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
		{"τῷ ΤΩ\u0342Ι, İi\u0307 H\u0331", "τῶι_τῶι_ii_ẖ", 12, false},
		{"İx i\u0307", "ix_i", 4, true},
	} {
		var n Text
		n.Read([]byte(tc.text))
		if got := shown(n.Chars); got != tc.want || n.Length() != tc.length || n.Latin != tc.latin {
			t.Errorf("%q: %q of length %d, latin %v, want %q of length %d", tc.text, got, n.Length(), n.Latin,
				tc.want, tc.length)
		}
	}
}

// plain is the characters of a text by the definition: the form of each run of letters and marks.
func plain(text string) (chars []Char) {
	var word []byte
	flush := func() {
		for _, r := range string(token.AppendForm(nil, word)) {
			c, _ := charOf(r)
			if len(chars) > 0 && len(word) > 0 && chars[len(chars)-1] == Separator && c&wideBit != 0 &&
				len(chars) > 1 && chars[len(chars)-2]&wideBit != 0 {
				chars = chars[:len(chars)-1]
			}
			chars = append(chars, c)
		}
		word = word[:0]
	}
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		_, part := token.Letter(r)
		switch {
		case r == utf8.RuneError && size == 1, part == token.Apart:
			flush()
			if n := len(chars); n > 0 && chars[n-1] != Separator {
				chars = append(chars, Separator)
			}
		default:
			word = append(word, text[i:i+size]...)
		}
	}
	flush()
	if n := len(chars); n > 0 && chars[n-1] == Separator {
		chars = chars[:n-1]
	}
	return chars
}

// FuzzRead holds characters to the definition, and places and bytes to each other for any text.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "Hello, World", "用 Go 写，好。", "a\xff\xfe b", "e\u0301\u200d x", "  a  ",
		"τῷ ΤΩ\u0342Ι İi\u0307 q\u0323\u0345s \u1112\u119e\u11ab", "\u0301a 中\u0301",
		"a\u00ad\u0301 \u0998\u09be\u09bc\uf900", "हिन्दी ที่นี่", "x\u0345\u00ad\u0301y",
	} {
		f.Add([]byte(text))
	}
	var n Text // its memory is used again
	f.Fuzz(func(t *testing.T, text []byte) {
		if text = norm.NFC.Bytes(text); bytes.Contains(text, []byte("\u034f")) {
			return // more than 30 marks, perhaps
		}
		var chars Text
		chars.ReadChars(text)
		n.Read(text)
		if !slices.Equal(n.Chars, chars.Chars) || n.Latin != chars.Latin || n.Length() != chars.Length() {
			t.Fatalf("%q: Read and ReadChars differ", text)
		}
		if want := plain(string(text)); !slices.Equal(n.Chars, want) {
			t.Fatalf("%+q: %s, want %s", text, shown(n.Chars), shown(want))
		}
		place, from := uint32(0), 0
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
			if start < from || start >= end || end > len(text) || !utf8.RuneStart(text[start]) {
				t.Fatalf("%q: character %d is bytes %d to %d, behind %d", text, i, start, end, from)
			}
			from = start
			// A range begins and ends with whole letters.
			first, _ := utf8.DecodeRune(text[start:])
			before, _ := utf8.DecodeLastRune(text[:start])
			if _, part := token.Letter(before); unicode.IsMark(first) && part != token.Apart && part != token.Unseen {
				t.Fatalf("%+q: character %d begins with a mark, at %d", text, i, start)
			}
			if end < len(text) {
				if next, _ := utf8.DecodeRune(text[end:]); unicode.IsMark(next) {
					t.Fatalf("%+q: a mark follows character %d, at %d", text, i, end)
				}
			}
			if r := rune(c&^wideBit - Alphabet); c >= Alphabet && unicode.In(r, unicode.Han, unicode.Hangul) &&
				c.Width() != Wide {
				t.Fatalf("%q: %c has width %d", text, r, c.Width())
			}
		}
		if place != n.Length() || n.Latin != !slices.ContainsFunc(n.Chars, func(c Char) bool { return c >= Alphabet }) {
			t.Fatalf("%q: length %d, want %d; latin %v", text, n.Length(), place, n.Latin)
		}
		if start, end := n.Bytes(text, 0, len(n.Chars)); start < 0 || end > len(text) || start > end {
			t.Fatalf("%q: bytes %d to %d", text, start, end)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{"English": "The quick brown fox, it is said, jumps over the lazy dog. ",
		"Chinese": "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。"} {
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

package token

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"example.org/diagonal/io/filetest"
)

// piece is a token as a test spells it: its range in the text and what it hashes.
type piece struct{ Range, Word string }

func pieces(text string) []piece {
	var ps []piece
	for _, t := range Append(nil, []byte(text)) {
		ps = append(ps, piece{text[t.Start:t.End], wordOf(text, t)})
	}
	return ps
}

// same spells tokens whose range is already the normalised word.
func same(words ...string) []piece {
	var ps []piece
	for _, w := range words {
		ps = append(ps, piece{w, w})
	}
	return ps
}

func TestAppend(t *testing.T) {
	tests := []struct {
		name, text string
		want       []piece
	}{
		{"empty", "", nil},
		{"nothing to find", " \t\n.,-'’\"()。，\x00\U0001F600", nil},
		{"words and digits", "a b2 3c 45", same("a", "b2", "3c", "45")},
		{"lower case", "The END", []piece{{"The", "the"}, {"END", "end"}}},
		{"hyphen, point and underline separate", "well-known 3.14 a_b", same("well", "known", "3", "14", "a", "b")},
		{"apostrophe inside", "don't 'tis dogs' rock'n'roll", same("don't", "tis", "dogs", "rock'n'roll")},
		{"apostrophe before what is no letter of a word", "a'1 a'' a'语 a'", same("a", "1", "a", "a", "语", "a")},
		{"curly apostrophe", "don’t l’Été", []piece{{"don’t", "don't"}, {"l’Été", "l'été"}}},
		{"possessive", "Go's it’s 1990's JAMES'S", []piece{{"Go's", "go"}, {"it’s", "it"}, {"1990's", "1990"},
			{"JAMES'S", "james"}}},
		{"possessive twice", "a's's a's'b", []piece{{"a's's", "a"}, {"a's'b", "a's'b"}}},
		{"no possessive", "a'st s'x s 's", same("a'st", "s'x", "s", "s")},
		{"longer than a chunk of the hash", "internationalisation's",
			[]piece{{"internationalisation's", "internationalisation"}}},
		{"Greek and Cyrillic", "ΟΔΟΣ οδός Москва", []piece{{"ΟΔΟΣ", "οδοσ"}, {"οδός", "οδόσ"}, {"Москва", "москва"}}},
		{"letters with two forms", "\u212Aelvin \u017Fo \u0130\u0131I \u1E9E\u00DF",
			[]piece{{"\u212Aelvin", "kelvin"}, {"\u017Fo", "so"}, {"\u0130\u0131I", "iii"}, {"\u1E9E\u00DF", "ßß"}}},
		{"combining marks", "e\u0301te \u0301 x", []piece{{"e\u0301te", "éte"}, {"x", "x"}}},
		{"Devanagari", "हिन्दी में", same("हिन्दी", "में")},
		{"full width", "Ｇｏ１２ ｇＯ＇ｓ", []piece{{"Ｇｏ１２", "go12"}, {"ｇＯ", "go"}, {"ｓ", "s"}}},
		{"invisible", "co\u00ADop\u200Der it’s\u00AD 人\uFE00 \uFEFFx a\u200Bb",
			[]piece{{"co\u00ADop\u200Der", "cooper"}, {"it’s\u00AD", "it"}, {"人\uFE00", "人"}, {"x", "x"}, {"a", "a"},
				{"b", "b"}}},
		{"Han", "《中文》，〇々", same("中", "文", "〇", "々")},
		{"Han and words", "Go语言v2版", []piece{{"Go", "go"}, {"语", "语"}, {"言", "言"}, {"v2", "v2"}, {"版", "版"}}},
		{"traditional characters", "頭髮發後", []piece{{"頭", "头"}, {"髮", "发"}, {"發", "发"}, {"後", "后"}}},
		{"Han beyond the first plane", "𠮷野\U000E0100家\U00030000",
			[]piece{{"𠮷", "𠮷"}, {"野\U000E0100", "野"}, {"家", "家"}, {"\U00030000", "\U00030000"}}},
		{"Japanese", "テーブルを見た か\u3099", append(append(same("テーブル", "を"), piece{"見", "见"}), piece{"た", "た"},
			piece{"か\u3099", "が"})},
		{"Korean", "한국어 문장이다", same("한국어", "문장이다")},
		{"Thai", "ที่นี่ ๑๒", same("ที่", "นี่", "๑๒")},
		{"Tibetan", "བོད་ཡིག", same("བོད", "ཡིག")},
		{"invalid bytes", "ab\xffcd\xe4\xb8 中\xe4文\xc3", same("ab", "cd", "中", "文")},
		{"surrogates and overlong forms", "a\xed\xa0\x80b\xe0\x80\xafc\xc0\x80d", same("a", "b", "c", "d")},
		{"other symbols", "❤\uFE0F x² ½ №5", same("x", "5")},
	}
	for _, tc := range tests {
		if diff := cmp.Diff(tc.want, pieces(tc.text)); diff != "" {
			t.Errorf("%s: Append(%q) (-want +got):\n%s", tc.name, tc.text, diff)
		}
	}
}

// plain is Append by the definition: decode, ask unicode for each rune, build the
// word, hash it.
func plain(text string) []Token {
	type at struct {
		r          rune
		start, end int
	}
	var runes []at
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			r = ' '
		}
		runes = append(runes, at{r, i, i + size})
	}
	runes = append(runes, at{' ', len(text), len(text)})
	var tokens []Token
	for i := 0; i < len(runes); {
		class := plainClass(runes[i].r)
		if class != letter && class != digit && class != single {
			i++
			continue
		}
		start, w := runes[i].start, string(runes[i].r)
		for i++; ; i++ {
			r := runes[i].r
			next := plainClass(r)
			if next == mark {
				w += string(r)
			} else if class != single && (next == letter || next == digit) {
				w += string(r)
			} else if class != single && (r == '\'' || r == '’') && plainClass(runes[i+1].r) == letter {
				w += "'"
			} else if next != invisible {
				break
			}
		}
		w = plainForm(w, class)
		for strings.HasSuffix(w, "'s") {
			w = strings.TrimSuffix(w, "'s")
		}
		tokens = append(tokens, Token{plainHash(w), uint32(start), uint32(runes[i].start)})
	}
	return tokens
}

// plainForm is NFC(fold(NFD(w))). i has its dot.
func plainForm(w string, c class) string {
	var folded []rune
	for _, r := range norm.NFD.String(w) {
		switch {
		case c == single:
			r = plainVariant(r)
		default:
			r = plainFold(r)
		}
		at := len(folded)
		if r == '\u0307' && c != single { // is it the first mark above an i?
			for at > 0 && unicode.IsMark(folded[at-1]) && ccc(folded[at-1]) > 0 && ccc(folded[at-1]) < 230 {
				at--
			}
			if at > 0 && folded[at-1] == 'i' {
				continue
			}
		}
		folded = append(folded, r)
	}
	return norm.NFC.String(string(folded))
}

func ccc(r rune) uint8 { return norm.NFC.PropertiesString(string(r)).CCC() }

func plainClass(r rune) class {
	switch {
	case unicode.Is(unicode.Variation_Selector, r), slices.Contains(invisibles, r):
		return invisible
	case unicode.IsDigit(r):
		return digit
	case unicode.IsMark(r):
		return mark
	case unicode.Is(unicode.Han, r), unicode.IsLetter(r) && unicode.In(r, unspaced...):
		return single
	case unicode.IsLetter(r):
		return letter
	}
	return separator
}

func plainFold(r rune) rune {
	if '！' <= r && r <= '～' {
		r = r - '！' + '!'
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// plainVariant looks a character up in the table as it is written.
func plainVariant(r rune) rune {
	for line := range strings.Lines(variantTable) {
		if c := []rune(strings.TrimSpace(line)); c[0] != '#' {
			for i := 0; i < len(c); i += 2 {
				if c[i] == r {
					return c[i+1]
				}
			}
		}
	}
	return r
}

func plainHash(word string) uint32 {
	h := uint64(seed)
	for b := []byte(word); len(b) > 0; b = b[min(8, len(b)):] {
		var chunk [8]byte
		copy(chunk[:], b)
		h = (h ^ binary.LittleEndian.Uint64(chunk[:])) * multiply
		h ^= h >> 32
	}
	h = (h ^ h>>33) * 0xFF51AFD7ED558CCD
	h = (h ^ h>>33) * 0xC4CEB9FE1A85EC53
	return uint32(h >> 32)
}

func TestEveryRune(t *testing.T) {
	forms := map[rune]rune{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if got, want := classOf(r), plainClass(r); got != want {
			t.Fatalf("classOf(%U) = %d, want %d", r, got, want)
		}
		if c := classOf(r); 0x4000 <= r && r <= 0x9FFF && (c == mark || c == invisible) {
			t.Errorf("%U is a mark, and the short way of character takes it for none", r)
		}
		if c := classOf(r); c != letter && c != digit {
			continue
		}
		f := fold(r)
		if f != plainFold(r) || fold(f) != f || classOf(f) != classOf(r) {
			t.Errorf("fold(%U) = %U, want %U, which folds to itself and keeps its class", r, f, plainFold(r))
		}
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			if classOf(o) == letter && fold(o) != f {
				forms[r] = o
			}
		}
	}
	// Forms that differ in Unicode's folding are one word here.
	if len(forms) > 0 {
		t.Errorf("fold tells apart forms of one letter: %q", forms)
	}
}

// equalsPlain holds Append equal to plain.
func equalsPlain(t *testing.T, text string) []Token {
	t.Helper()
	got := Append(nil, []byte(text))
	if diff := cmp.Diff(plain(text), got); diff != "" {
		t.Fatalf("Append(%q) (-plain +got):\n%s", text, diff)
	}
	return got
}

// TestRandom has texts of the pieces that the fast way looks at.
func TestRandom(t *testing.T) {
	parts := []string{
		" ", " ", ", ", ". ", "\n", "\t", "\x00", "\x7f", "@", "[", "`", "{", "/", ":", "'", "'s", "’", "’s", "“", "”",
		"a", "Z", "0", "9", "the", "And", "sevenxx", "eightlet", "Ninelette",
		"fifteenlettersx", "Sixteenletterssx", "internationalisation", "é", "ß", "\u0301", "\u00ad", "\u200d", "\ufe0f",
		"中", "文", "䷀", "㐀", "鿿", "。", "，", "〪", "の", "한", "ж", "ｗ", "\xff", "\xe4", "\xe4\xb8", "\xed\xa0\x80", "\xc3",
		"\U00020BB7", "\U0001F600", "\U000E0100",
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		var b strings.Builder
		for range rng.IntN(24) {
			b.WriteString(parts[rng.IntN(len(parts))])
		}
		equalsPlain(t, b.String())
	}
	equalsPlain(t, strings.Repeat("a bc 中文, Internationalisation's ", 3*perBlock))
}

func FuzzAppend(f *testing.F) {
	for _, s := range []string{
		"", "The cat's whiskers, don't!", "Go语言 it’s\u00AD中\uFE00文", "ab\xffcd\xe4\xb8", "テーブルを 한국어 ที่ ｇＯ１",
		"a's's a's'b", "Internationalisation, eightlet sevenxx'x 1990's", "中\u0301文。䷀",
		"\U00020BB7\U000E0100\U0001F600", "ΟΔΟΣ\u0345", "a’\u00ADs",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := equalsPlain(t, text)
		last := uint32(0)
		for i, tok := range got {
			if tok.Start < last || tok.End <= tok.Start || int(tok.End) > len(text) {
				t.Fatalf("Append(%q): token %d has the range %d to %d after %d", text, i, tok.Start, tok.End, last)
			}
			last = tok.End
			w := wordOf(text, tok)
			if h, ok := HashWord(w); !ok || h != tok.Hash {
				t.Errorf("HashWord(%q) = %#010x, %v, want the hash of token %d of %q, %#010x", w, h, ok, i,
					text, tok.Hash)
			}
		}
		if again := Append(got, []byte(text)); len(again) != 2*len(got) || !slices.Equal(again[:len(got)], got) ||
			!slices.Equal(again[len(got):], got) {
			t.Errorf("Append(%q) to tokens changes them", text)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, name := range []string{"english", "chinese"} {
		b.Run(name, func(b *testing.B) {
			text := filetest.Read(b, "testdata/"+name+".txt")
			text = bytes.Repeat(text, 1+(1<<20)/len(text))
			dst := Append(nil, text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				dst = Append(dst[:0], text)
			}
			b.ReportMetric(float64(len(dst)), "tokens/op")
		})
	}
}

// wordOf returns the form of token t of text.
func wordOf(text string, t Token) string { return string(AppendWord(nil, []byte(text), t)) }

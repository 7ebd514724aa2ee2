package canonical

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plainNFC returns text in NFC. Package norm leaves some text behind an invalid byte as it is.
func plainNFC(text []byte) (out []byte) {
	for len(text) > 0 {
		n := 0
		for n < len(text) {
			r, size := utf8.DecodeRune(text[n:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			n += size
		}
		out = append(out, norm.NFC.Bytes(text[:n])...)
		text = text[n:]
		if len(text) > 0 {
			out, text = append(out, text[0]), text[1:]
		}
	}
	return out
}

// hold holds Next to what NFC is: the pieces in NFC and the text between them are the text in NFC.
func hold(t *testing.T, text []byte) {
	t.Helper()
	if got, want := NFC(text), plainNFC(text); !bytes.Equal(got, want) {
		t.Fatalf("%+q is written %+q, want %+q", text, got, want)
	}
	for at := 0; ; {
		from, to := Next(text, at)
		if from == to {
			break
		}
		if norm.NFC.IsNormal(text[from:to]) {
			t.Fatalf("%+q: the piece %+q is in NFC", text, text[from:to])
		}
		if first := norm.NFC.Properties(text[from:]); from > 0 && !first.BoundaryBefore() {
			t.Fatalf("%+q: the piece %+q begins with a mark", text, text[from:to])
		}
		at = to
	}
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		text := bytes.ToValidUTF8(text, []byte("?"))
		if got, want := Append([]byte("x"), form, text),
			append([]byte("x"), form.Bytes(text)...); !bytes.Equal(got, want) {
			t.Fatalf("%+q in the form %d is %+q, want %+q", text, form, got, want)
		}
	}
}

// signs are runes that the forms write differently, and some that they do not.
var signs = strings.Split("a e i o s A E I ' \u0300 \u0301 \u0302 \u0307 \u0308 \u0313 \u0323 \u0327 \u0328 \u0338 \u0342 \u0345 \u034F \u00E9 \u1EAD \u212B \u212A \u2126 \u1E9B "+
	"α ι ω Α Ω ς \u0390 \u1FD3 \u1F71 \u1FB3 \u1FBC \u1FBE \u1FEF \u037E \u0387 \u1F82 İ ı = < \u2260 \u226E "+
	"\u1100 \u1161 \u11A8 \uAC00 \uAC01 か \u304C \u3099 ハ \u30D1 \u309A 中 \uF900 \U0002F800 豈 "+
	"ש \uFB2C \u05BC \u05C1 \u05B8 ا \u0622 \u0653 \u0655 ب \u064B \u0651 \u064E क \u0958 \u093C न \u0929 \u094D ক \u09C7 \u09BE \u09CB த \u0BC6 \u0BBE \u0BCA "+
	"ท \u0E38 \u0E48 \U0001D15E \U0001D157 \U0001D165 \U0001109A \U0001F600 \u00AD \u200D \uFE0F ， 。 \xff \xcc \xe4\xb8 x", " ")

func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 10000 {
		var b []byte
		for range rng.IntN(12) {
			b = append(b, signs[rng.IntN(len(signs))]...)
		}
		hold(t, b)
	}
	hold(t, []byte("a"+strings.Repeat("\u0301", 100)+strings.Repeat("\u0323", 100)+"b"))
}

func FuzzNext(f *testing.F) {
	f.Add([]byte("Ath\u0065\u0301ne\u0300, \u03b1\u0345\u0301 中文\u3099。 "))
	f.Add([]byte(strings.Join(signs, "")))
	f.Fuzz(hold)
}

// TestKinds holds the table to package norm, rune by rune.
func TestKinds(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := []byte(string(r))
		p := norm.NFC.Properties(s)
		want := p.CCC() != 0 || !norm.NFC.IsNormal(s) || !p.BoundaryBefore()
		got := KindOf(r).Movable()
		if want && !got || got && !want && r < 0x10000 {
			t.Errorf("%U is movable: %v, want %v", r, got, want)
		}
		if want && lead[s[0]] == 0 {
			t.Errorf("%U is movable, and scan goes over %#x", r, s[0])
		}
		if d := norm.NFD.Bytes(s); norm.NFC.IsNormal(s) && len(d) > len(s) { // the two runes that make it
			last, size := utf8.DecodeLastRune(d)
			before, _ := utf8.DecodeRune(norm.NFC.Bytes(d[:len(d)-size]))
			if k := KindOf(last); k&second == 0 && k&ranks != other {
				t.Errorf("%U goes with a rune before it, as in %U", last, r)
			}
			if KindOf(before)&first == 0 {
				t.Errorf("%U goes with a mark, as in %U", before, r)
			}
		}
	}
}

func BenchmarkNext(b *testing.B) {
	for name, text := range map[string]string{
		"English": "The quick brown fox jumps over the lazy dog. ",
		"French":  "Voilà un été très précoce, dit-il à la fenêtre. ",
		"Greek":   "Μῆνιν ἄειδε, θεά, Πηληϊάδεω Ἀχιλῆος οὐλομένην. ", "Chinese": "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。",
		"Bengali": "আমার সোনার বাংলা আমি তোমায় ভালোবাসি। ", "Thai": "ที่นี่มีคนอยู่กันมากมาย ",
	} {
		b.Run(name, func(b *testing.B) {
			in := norm.NFC.Bytes([]byte(strings.Repeat(text, 1000)))
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				Next(in, 0)
			}
		})
	}
}

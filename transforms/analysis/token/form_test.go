package token

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Each line is one word, whatever its form.
func TestForms(t *testing.T) {
	for _, words := range [][]string{
		{"été", "e\u0301te\u0301", "ÉTÉ", "E\u0301TE\u0301", "e\u0301\u00adte\u0301"},
		{"việt", "vi\u1ec7t", "vie\u0323\u0302t", "vie\u0302\u0323t", "VI\u00ca\u0323T"},
		{"\u00e5", "\u212b", "A\u030a"},
		{"k", "\u212a"},
		{"한국", norm.NFD.String("한국")},
		{"が", "か\u3099"},
		{"ガラス", "カ\u3099ラス"},
		{"豈", "\uf900", "岂"},
		{"\U00020122", "\U0002f803"},
		// Hebrew, Arabic: the order of marks, and runes that NFC does not keep.
		{"\ufb2a\u05b8\u05dc", "\u05e9\u05b8\u05c1\u05dc", "\u05e9\u05c1\u05b8\u05dc"},
		{"\u0622\u0628\u064e\u0651", "\u0627\u0653\u0628\u0651\u064e"},
		{"क़लम", "\u0958लम", "क\u093cलम"},
		{"\u0995\u09cb", "\u0995\u09c7\u09be"},
		// Greek: accents of ancient and modern Greek, the iota below, the last sigma.
		{"ά", "\u1f71", "\u03b1\u0301", "Ά", "\u1fbb", "\u0391\u0301"},
		{"\u0390", "\u1fd3", "\u03b9\u0308\u0301", "\u03b9\u0344", "\u0399\u0308\u0301", "\u03aa\u0301"},
		{"\u03b0", "\u1fe3", "\u03a5\u0308\u0301"},
		{"τῷ", "τ\u03c9\u0342\u0345", "τ\u03c9\u0345\u0342", "τ\u1ff3\u0342", "τῶι", "ΤΩ\u0342Ι", "Τ\u1ffc\u0342"},
		{"ᾳ", "ᾼ", "αι", "ΑΙ", "\u03b1\u1fbe", "\u03b1\u0345"},
		{"ᾂ", "\u03b1\u0345\u0313\u0300", "\u1fb3\u0313\u0300", "\u1f02\u0345", "ἂι", "ᾊ"},
		{"λόγος", "ΛΟ\u0301ΓΟΣ", "λο\u0301γοσ", "Λόγος"},
		{"ẛ", "\u1e9b", "\u017f\u0307", "\u1e61", "S\u0307"},
		// Turkish and Lithuanian: an i has its dot.
		{"i", "\u0130", "I\u0307", "i\u0307", "\u0131", "I", "i\u0307\u0307", "ı\u0307"},
		{"ị", "\u0130\u0323", "I\u0323\u0307", "i\u0307\u0323"},
		{"í", "i\u0307\u0301", "Í"},
		{"ẖ", "H\u0331"}, {"ǰ", "J\u030c"}, {"ᾶ", "Α\u0342"}, // no capital has a rune with that mark
		{"qι", "q\u0345"},
	} {
		want, _ := HashWord(words[0])
		for _, w := range words {
			for _, s := range []string{w, norm.NFC.String(w), norm.NFD.String(w)} {
				if got, ok := HashWord(s); !ok || got != want {
					t.Errorf("%+q is not the word %s (%+q), but %+q", s, words[0], words[0],
						wordOf(s, Token{End: uint32(len(s))}))
				}
			}
		}
	}
	for _, pair := range [][2]string{{"é", "e"}, {"é", "è"}, {"ß", "ss"}, {"한", "\u1112\u1161"}, {"ﬁ", "fi"},
		{"i", "í"}} {
		a, _ := HashWord(pair[0])
		if b, _ := HashWord(pair[1]); a == b {
			t.Errorf("%+q and %+q are one word", pair[0], pair[1])
		}
	}
}

// TestFold holds fold to what the form needs: what it makes of NFD is NFD, so that it commutes with it.
func TestFold(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if s := string(r); norm.NFD.String(s) == s {
			if f := string(fold(r)); norm.NFD.String(f) != f || norm.NFC.String(f) != f {
				t.Errorf("fold(%U) is %+q, which is not in NFD and NFC", r, f)
			}
			if f := string(representative(r)); norm.NFC.String(f) != f {
				t.Errorf("%U is represented by %+q, which is not in NFC", r, f)
			}
		}
	}
}

// nfd returns text in NFD. Package norm leaves some text behind an invalid byte as it is.
func nfd(text string) string { return norm.NFD.String(strings.ToValidUTF8(text, "?")) }

// sameForms holds the words of a text equal to those of its forms, at the places that correspond.
func sameForms(t *testing.T, text string) {
	t.Helper()
	want := equalsPlain(t, text)
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		other := form.String(text)
		got := equalsPlain(t, other)
		if len(got) != len(want) {
			t.Fatalf("%+q has %d words, and %+q has %d", text, len(want), other, len(got))
		}
		for i, w := range want {
			g := got[i]
			if w.Hash != g.Hash {
				t.Fatalf("word %d of %+q is %+q, and of %+q is %+q", i, text, wordOf(text, w), other, wordOf(other, g))
			}
			if strings.Contains(other, "\u034f") { // norm puts it behind 30 marks
				continue
			}
			for _, place := range [][2]uint32{{w.Start, g.Start}, {w.End, g.End}} {
				if a, b := nfd(text[:place[0]]), nfd(other[:place[1]]); a != b {
					t.Fatalf("word %d of %+q is behind %+q, and of %+q behind %+q", i, text, a, other, b)
				}
			}
		}
	}
}

// caseless returns text in NFD with some letters in another case.
func caseless(text string, rng *rand.Rand) string {
	return strings.Map(func(r rune) rune {
		o := unicode.SimpleFold(r)
		if rng.IntN(2) == 0 || classOf(o) != classOf(r) {
			return r
		}
		return o
	}, norm.NFD.String(text))
}

func sameCaseless(t *testing.T, text string, rng *rand.Rand) {
	t.Helper()
	a := Append(nil, []byte(text))
	other := caseless(text, rng)
	b := Append(nil, []byte(other))
	for i := range a {
		if len(a) != len(b) || a[i].Hash != b[i].Hash {
			t.Fatalf("%+q and %+q differ in more than case", text, other)
		}
	}
}

var letters = strings.Split("a e i o u s S E I K ' ’ 's \u0300 \u0301 \u0302 \u0307 \u0308 \u0313 \u0323 \u0327 \u0331 \u0338 \u0342 \u0345 \u034f é ệ \u212b \u212a \u2126 ẛ ſ İ ı į ß "+
	"α ι ω υ Α Ω Ι ς σ \u0390 \u1fd3 \u1f71 ᾳ ᾼ \u1fbe \u0374 \u1fef \u037e ᾂ ΐ = ≠ ≮ \u1100 \u1161 \u11a8 가 각 か が ハ パ \u3099 \u309a 中 \uf900 \U0002f803 "+
	"ש \ufb2c \u05bc \u05c1 \u05b8 ا آ \u0653 \u0655 ب \u064b \u0651 \u064e क \u0958 \u093c न \u0929 \u094d ক \u09c7 \u09be ো ท \u0e38 \u0e48 \U0001d15e \U0001109a \u00ad \u200d \ufe0f ｅ ｉ x , 。 \xff 9", " ")

func TestFormsRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 2000 {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteString(letters[rng.IntN(len(letters))])
		}
		sameForms(t, b.String())
		sameCaseless(t, b.String(), rng)
	}
	sameForms(t, "a"+strings.Repeat("\u0301\u0323", 50)+"b")
}

func FuzzForms(f *testing.F) {
	f.Add("Athe\u0301ne\u0300, \u03b1\u0345\u0301's 中\u3099。", uint64(1))
	f.Add(strings.Join(letters, ""), uint64(2))
	f.Add("Μῆνιν ἄειδε, θεά, Πηληϊάδεω Ἀχιλῆος· τῷ δ’ ᾠδῇ", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		sameForms(t, text)
		sameCaseless(t, text, rand.New(rand.NewPCG(seed, 0)))
	})
}

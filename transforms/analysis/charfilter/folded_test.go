package charfilter

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Letters are written as the fold says, and each goes with its origin and its marks.
func TestFolded(t *testing.T) {
	all := FoldMarks | FoldUV | FoldIJ | FoldLongS | FoldDigits
	for _, tc := range []struct {
		text, want string
		fold       Fold
	}{
		{"Vniuerſitas, jam: élève ٣", "Vniuerſitas, jam: élève ٣", 0},
		{"Vniuerſitas, jam: élève ٣", "Uniuerſitas, jam: élèue ٣", FoldUV},
		{"Vniuerſitas, jam: élève ٣", "Vniuerſitas, iam: élève ٣", FoldIJ},
		{"Vniuerſitas, jam: élève ٣", "Vniuersitas, jam: élève ٣", FoldLongS},
		{"Vniuerſitas, jam: élève ٣", "Vniuerſitas, jam: eleve ٣", FoldMarks},
		{"Vniuerſitas, jam: élève ٣", "Vniuerſitas, jam: élève 3", FoldDigits},
		{"Vniuerſitas, jam: élève ٣", "Uniuersitas, iam: eleue 3", all},
		{"Μῆνιν ἄειδε, θεά, ᾠδῇ", "Μηνιν αειδε, θεα, ωδη", FoldMarks},
		{"بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ إلى مدرســـة أآؤئ", "بسم الله الرحمن الي مدرسه ااوي", FoldMarks},
		{"בְּרֵאשִׁית", "בראשית", FoldMarks},
		{"Tiếng Việt", "Tieng Viet", FoldMarks},
		{"が नमस्ते 한국 ที่", "が नमस्ते 한국 ที่", FoldMarks}, // their marks are parts of words
		{"\u0301x", "\u0301x", FoldMarks},
		{"a\xffv\xcc", "a\xffu\xcc", all},
		{"𝟗 ९ ９", "9 9 9", FoldDigits},
		{"", "", all},
	} {
		got, m := Folded([]byte(tc.text), nil, tc.fold)
		if string(got) != tc.want {
			t.Errorf("%q with %b: %q, want %q", tc.text, tc.fold, got, tc.want)
		}
		if (m == nil) != (tc.text == tc.want) {
			t.Errorf("%q with %b: a map %v", tc.text, tc.fold, m != nil)
		}
	}
	text := []byte("x élève, ٱلرَّحْمَٰنِ.")
	got, m := Folded(norm.NFC.Bytes(text), nil, FoldMarks)
	text = norm.NFC.Bytes(text)
	i := bytes.Index(got, []byte("eleve"))
	if s := string(text[m.Start(i):m.End(i+5)]); s != "élève" {
		t.Errorf("the origin of eleve is %q", s)
	}
	i = bytes.Index(got, []byte("الرحمن"))
	if s := string(text[m.Start(i):m.End(i+len("الرحمن"))]); s != norm.NFC.String("ٱلرَّحْمَٰنِ") {
		t.Errorf("the origin of الرحمن is %q", s)
	}
}

// A text that is folded stays as it is if it is folded again, is in NFC, and has a map that ascends.
func FuzzFolded(f *testing.F) {
	f.Add("Vniuerſitas, jam: élève ٣ بِسْمِ ٱللَّهِ", byte(31))
	f.Add("e\u0301\u0323 \xff", byte(1))
	f.Fuzz(func(t *testing.T, s string, bits byte) {
		fold := Fold(bits & 31)
		text, m := Canonical([]byte(s), nil)
		once, places := Folded(text, m, fold)
		if twice, _ := Folded(once, nil, fold); !bytes.Equal(once, twice) {
			t.Errorf("%q: %q, then %q", s, once, twice)
		}
		if utf8.Valid(once) && !norm.NFC.IsNormal(once) {
			t.Errorf("%q: %q is not in NFC", s, once)
		}
		if places == nil {
			return
		}
		last := 0
		for i := range once {
			if at := places.Start(i); at < last || at > len(s) {
				t.Fatalf("%q: the origin of byte %d is %d, after %d", s, i, at, last)
			} else {
				last = at
			}
		}
	})
}

package charfilter

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// writtenWell holds what Canonical returns of a text and its map to what it says.
func writtenWell(t *testing.T, page, text []byte, m *Map) {
	t.Helper()
	written, places := Canonical(text, m)
	valid := bytes.ToValidUTF8(text, []byte("?")) // norm leaves some text behind an invalid byte as it is
	if want := norm.NFC.Bytes(valid); !bytes.Equal(bytes.ToValidUTF8(written, []byte("?")), want) {
		t.Fatalf("%+q becomes %+q, want %+q", text, written, want)
	}
	if norm.NFC.IsNormal(valid) {
		if places != m {
			t.Fatalf("%+q is in NFC, and has another map", text)
		}
		return
	}
	if int(places.text) != len(written) || int(places.page) != len(page) {
		t.Fatalf("%+q: the map is from %d to %d bytes, want %d and %d", text, places.text, places.page,
			len(written), len(page))
	}
	start, end := func(i int) int { return i }, func(i int) int { return i }
	if m != nil {
		start, end = m.Start, m.End
	}
	// Where a character begins in both, so do the ranges from there on, and those before it end there.
	at := 0 // in text
	for i := 0; i < len(written); {
		size := norm.NFC.NextBoundary(written[i:], true)
		n := norm.NFC.NextBoundary(text[at:], true)
		if !bytes.Equal(norm.NFC.Bytes(text[at:at+n]), written[i:i+size]) {
			return // more than 30 marks
		}
		if got, want := places.Start(i), start(at); got != want {
			t.Fatalf("%+q: byte %d of %+q is at %d, want %d", page, i, written, got, want)
		}
		if got, want := places.End(i+size), end(at+n); got != want {
			t.Fatalf("%+q: what ends at byte %d of %+q ends at %d, want %d", page, i+size, written, got, want)
		}
		i, at = i+size, at+n
	}
}

func TestCanonical(t *testing.T) {
	for _, tc := range []struct{ page, want, own string }{
		{"Voila\u0300 l’e\u0301te\u0301.", "Voilà l’été.", "Voila\u0300 l’e\u0301te\u0301."},
		{"<p>Voila&#x300; l’e<b>\u0301</b>te&#x301;.", "Voilà l’été.", "Voila&#x300; l’e<b>\u0301te&#x301;."},
		{"<i>a</i>b&NotEqualTilde;<u>c</u>", "ab≂̸c", "ab&NotEqualTilde;c"},
	} {
		text, m := HTML([]byte(tc.page))
		text, m = Canonical(text, m)
		if string(bytes.TrimSpace(text)) != tc.want {
			t.Errorf("%q: %q, want %q", tc.page, text, tc.want)
		}
		var own []byte
		for _, o := range m.Own(nil, []byte(tc.page), 0, len(tc.want)) {
			own = append(own, tc.page[o.Start:o.End]...)
		}
		if string(own) != tc.own {
			t.Errorf("%q: its own text is %q, want %q", tc.page, own, tc.own)
		}
	}
}

// The main text of a page does not depend on its form.
func TestMainCanonical(t *testing.T) {
	page := "<nav><a href=x>Début</a></nav><h1>Été</h1>" + strings.Repeat("<p>"+strings.Repeat("é", 61)+".", 3) +
		"<p>Où çà? " + strings.Repeat("Là-bas, près de la forêt, à côté. ", 8) + "<footer>©</footer>"
	want, _, dropped, found := Main([]byte(page))
	for range 2 {
		page = norm.NFD.String(page)
		text, m, d, ok := Main([]byte(page))
		if text, _ = Canonical(text, m); !bytes.Equal(text, want) || d != dropped || ok != found {
			t.Errorf("%q, %d dropped, found %v; want %q, %d, %v", text, d, ok, want, dropped, found)
		}
	}
}

func TestCanonicalRandom(t *testing.T) {
	parts := strings.Split("a e i é \u0301 \u0323 \u0338 < > &amp; &#x301; &eacute; &nGt; <b> </b> <p> <br> α \u0345 \u1fb3 \uac00 \u1100 \u1161 \u11a8 \ufb2c \u05b8 \u05c1 中 \xff = 。", " ")
	rng := rand.New(rand.NewPCG(11, 12))
	for range 5000 {
		var b []byte
		for range rng.IntN(12) {
			b = append(b, parts[rng.IntN(len(parts))]...)
		}
		writtenWell(t, b, b, nil)
		text, m := HTML(b)
		writtenWell(t, b, text, m)
	}
}

func FuzzCanonical(f *testing.F) {
	f.Add([]byte("<p>Voila&#x300; l’e<b>\u0301</b>te\u0301\u0323.&nGt;\u0301"))
	f.Fuzz(func(t *testing.T, page []byte) {
		writtenWell(t, page, page, nil)
		text, m := HTML(page)
		writtenWell(t, page, text, m)
	})
}

package token

import (
	"strings"
	"testing"
	"unicode"
)

func TestVariantTable(t *testing.T) {
	seen := map[rune]bool{}
	for line := range strings.Lines(variantTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := []rune(strings.TrimSpace(line))
		for i := 0; i < len(c); i += 2 {
			switch {
			case seen[c[i]]:
				t.Errorf("%c is there twice", c[i])
			case representative(c[i]) != c[i+1] || representative(c[i+1]) != c[i+1]:
				t.Errorf("%c becomes %c, and that %c", c[i], representative(c[i]), representative(c[i+1]))
			case c[i] < firstVariant || !unicode.Is(unicode.Han, c[i]) || !unicode.Is(unicode.Han, c[i+1]):
				t.Errorf("%c and %c are not both Han characters from %c on", c[i], c[i+1], firstVariant)
			}
			seen[c[i]] = true
		}
	}
	if len(seen) < 4000 || len(seen) != len(variants) {
		t.Errorf("%d characters, %d variants", len(seen), len(variants))
	}
}

// The same sentence in both writings is the same words.
func TestTraditionalIsSimplified(t *testing.T) {
	for _, tc := range [][2]string{
		{"後來漢語的發展與頭髮無關，麵條乾了。", "后来汉语的发展与头发无关，面条干了。"},
		{"漢", "汉"}, // at the end of a text
	} {
		a, b := Append(nil, []byte(tc[0])), Append(nil, []byte(tc[1]))
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				t.Fatalf("%s and %s differ from token %d on", tc[0], tc[1], i)
			}
		}
	}
}

func TestAltered(t *testing.T) {
	for text, want := range map[string]bool{
		"Telemachus": false, "Telemachus’s": true, "Telemachus's": true, "IT'S": true, "s": false, "ss": false,
		"élan": false, "été’s": true,
		"汉": false, "漢": true, "㑯": true, "𩦠": true, "見": true, "を": false, "\uf900": true, "\uf903": true,
		"\uf907": true, "\uf92e": false, "か\u3099": false, "\u304c": false,
	} {
		tokens := Append(nil, []byte(text))
		if len(tokens) != 1 {
			t.Fatalf("%s: %d tokens", text, len(tokens))
		}
		if got := Altered([]byte(text), tokens[0]); got != want {
			t.Errorf("Altered(%s) = %v", text, got)
		}
	}
}

func FuzzAltered(f *testing.F) {
	f.Add("Telemachus’s ship's s 漢字 'S été’s as’ s")
	f.Fuzz(func(t *testing.T, s string) {
		text := []byte(s)
		for _, tok := range Append(nil, text) {
			if got, want := Altered(text, tok), altered(text[tok.Start:tok.End]); got != want {
				t.Errorf("%q: Altered(%q) = %v, want %v", s, text[tok.Start:tok.End], got, want)
			}
		}
	})
}

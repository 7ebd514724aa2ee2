package line

import "testing"

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		"on in-\n formation\n\nof  tides": "on information of tides",
		"on the Anglo-\nSaxons - or not":  "on the Anglo- Saxons - or not",
		"soft\u00ad\nly":                  "softly",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

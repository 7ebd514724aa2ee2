package record

import (
	"strings"
	"testing"
)

func TestNotText(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"%":                     "",
		"%PDF":                  "",
		"% a comment":           "",
		"50 %PDF-":              "",
		"%PDF-1.4\nthe rest":    "pdftotext",
		"%PDF-":                 "pdftotext",
		"%!PS-Adobe-3.0\r\n%%B": "ps2ascii",
	} {
		err := NotText([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

package record

import (
	"strings"
	"testing"
)

func TestNotText(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"%":                                "",
		"%PDF":                             "",
		"% a comment":                      "",
		"50 %PDF-":                         "",
		"%PDF-1.4\nthe rest":               "--pre='pdftotext {} -' --pre_glob='*.pdf'",
		"%PDF-":                            "--pre='pdftotext {} -' --pre_glob='*.pdf'",
		"PK is short for":                  "",
		"GIF87b":                           "",
		"{\\rt":                            "",
		"{\\rtf1\\ansi x}":                 "pandoc",
		"PK\x03\x04word":                   "unpack it",
		"PK\x05\x06":                       "leave it out",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "LibreOffice",
		"Rar!\x1a\x07\x01":                 "unpack it",
		"7z\xbc\xaf\x27\x1c":               "unpack it",
		"\x89PNG\r\n\x1a\n":                "leave it out",
		"\xff\xd8\xff\xe0":                 "leave it out",
		"GIF89a":                           "leave it out",
		"%!PS-Adobe-3.0\r\n%%B":            "ps2ascii",
	} {
		err := NotText([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

package record

import (
	"fmt"
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
		"%PDF-1.4\nthe rest":               "in a file named *.pdf it is read",
		"%PDF-":                            "in a file named *.pdf it is read",
		"PK is short for":                  "",
		"GIF87b":                           "",
		"{\\rt":                            "",
		"{\\rtf1\\ansi x}":                 "in a file named *.rtf it is read",
		"PK\x03\x04word":                   "in a file with the extension that says which it is read",
		"PK\x05\x06":                       "leave it out (--exclude)",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "without a password",
		"Rar!\x1a\x07\x01":                 "unpack it",
		"7z\xbc\xaf\x27\x1c":               "named *.7z it is read",
		"\x89PNG\r\n\x1a\n":                "leave it out (--exclude)",
		"\xff\xd8\xff\xe0":                 "leave it out (--exclude)",
		"GIF89a":                           "leave it out (--exclude)",
		"%!PS-Adobe-3.0\r\n%%B":            "ps2ascii",
		"BZh91AY&SY\x01":                   "decompress it",
		"BZh is short for":                 "",
		"\xfd7zXZ\x00\x00":                 "decompress it",
		tarOf("a.txt", "ustar\x0000", 0):   "in a file named *.tar it is read",
		tarOf("a.txt", "", 0):              "in a file named *.tar it is read", // older than ustar
		tarOf("a.txt", "ustar\x0000", 1):   "",
	} {
		err := NotText([]byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// tarOf returns the head of a member of a tar archive, and its content. off is added to the sum.
func tarOf(name, magic string, off int) string {
	head := make([]byte, 512)
	copy(head, name)
	copy(head[100:], "0000644\x000000000\x000000000\x0000000000005\x0000000000000\x00        0")
	copy(head[257:], magic)
	sum := off
	for _, b := range head {
		sum += int(b)
	}
	copy(head[148:], fmt.Sprintf("%06o\x00 ", sum))
	return string(head) + "hello"
}

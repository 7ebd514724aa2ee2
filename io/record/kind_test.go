package record

import "testing"

func TestKind(t *testing.T) {
	for _, same := range [][]string{
		{"binary file (NUL byte at offset 2)", "binary file (NUL byte at offset 1,024)"},
		{"duplicate id; kept is a.jsonl, line 2", "duplicate id; kept is b/c.txt"},
		{"not JSON: invalid character 'a' after top-level value, at byte 5 of the line",
			"not JSON: invalid character '}' after top-level value, at byte 91 of the line"},
		{`its document key is also that of "a"`, `its document key is also that of "b b"`},
		{"gzip data ends too early, after 7 decompressed bytes",
			"gzip data ends too early, after 0 decompressed bytes"},
	} {
		if a, b := (Rejected{Reason: same[0]}).Kind(), (Rejected{Reason: same[1]}).Kind(); a != b {
			t.Errorf("%q and %q are two kinds: %q and %q", same[0], same[1], a, b)
		}
	}
	for _, two := range [][]string{
		{"this is a CSV file", "this is a TSV file"},
		{"it seems to be in windows-1251, and not in utf-8", "it seems to be in windows-1252, and not in utf-8"},
		{"it seems to be in big5, and not in utf-8", "it seems to be in gb18030, and not in utf-8"},
	} {
		if a, b := (Rejected{Reason: two[0]}).Kind(), (Rejected{Reason: two[1]}).Kind(); a == b {
			t.Errorf("%q and %q are both of the kind %q", two[0], two[1], a)
		}
	}
}

package record

import "testing"

func TestKind(t *testing.T) {
	for _, same := range [][]string{
		{"binary file (NUL byte at offset 2)", "binary file (NUL byte at offset 1,024)"},
		{"duplicate id; kept is a.jsonl, line 2", "duplicate id; kept is b/c.txt"},
		{"not JSON: invalid character 'a' after top-level value, at byte 5 of the line", "not JSON: invalid character '}' after top-level value, at byte 91 of the line"},
		{`its document key is also that of "a"`, `its document key is also that of "b b"`},
		{"gzip data ends too early, after 7 decompressed bytes", "gzip data ends too early, after 0 decompressed bytes"},
	} {
		if a, b := (Rejected{Reason: same[0]}).Kind(), (Rejected{Reason: same[1]}).Kind(); a != b {
			t.Errorf("%q and %q are two kinds: %q and %q", same[0], same[1], a, b)
		}
	}
	if a, b := (Rejected{Reason: "this is a CSV file"}).Kind(), (Rejected{Reason: "this is a TSV file"}).Kind(); a == b {
		t.Errorf("%q is of the kind %q", a, b)
	}
}

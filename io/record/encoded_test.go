package record

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestUTF8(t *testing.T) {
	for _, tc := range []struct{ name, want string }{
		{"", ""},
		{"a/b.txt", "a/b.txt"},
		{"渡船/中午 \x1b\u202e%FF.txt", "渡船/中午 \x1b\u202e%FF.txt"},
		{"caf%C3%A9.html", "caf%C3%A9.html"},
		{`a\b\xfg\x7f\xFF`, `a\b\xfg\x7f\xFF`},
		{"bad\xff\xfe.txt", `bad\xff\xfe.txt`},
		{"bad\xff\xfd.txt", `bad\xff\xfd.txt`},
		{`bad\xff\xfe.txt`, `bad\\xff\\xfe.txt`},
		{`bad\\xff`, `bad\\\\xff`},
		{"a\\\xff", `a\\\xff`},
		{"é\xe9\ufffd", `é\xe9` + "\ufffd"},
	} {
		if got := UTF8(tc.name); got != tc.want {
			t.Errorf("UTF8(%q) = %q, want %q", tc.name, got, tc.want)
		}
	}
}

// original is the name that UTF8 made this of.
func original(shown string) string {
	if !escapedByte.MatchString(shown) {
		return shown
	}
	var b strings.Builder
	for len(shown) > 0 {
		switch {
		case strings.HasPrefix(shown, `\\`):
			b.WriteByte('\\')
			shown = shown[2:]
		case strings.HasPrefix(shown, `\x`):
			n, _ := strconv.ParseUint(shown[2:4], 16, 8)
			b.WriteByte(byte(n))
			shown = shown[4:]
		default:
			b.WriteByte(shown[0])
			shown = shown[1:]
		}
	}
	return b.String()
}

// FuzzUTF8: every name can be had back, so no two become one.
func FuzzUTF8(f *testing.F) {
	for _, s := range []string{"", "a", "\xff", `\xff`, `\\xff`, "\\\xff", `\x`, "渡\xe6\xb8"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		shown := UTF8(name)
		if got := original(shown); got != name || !utf8.ValidString(shown) {
			t.Errorf("%q became %q, and that %q", name, shown, got)
		}
	})
}

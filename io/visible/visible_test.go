package visible

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{"plain id-1.txt", "plain id-1.txt"},
		{"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"a\r\nb\tc\x00\x7f", `a\r\nb\tc\x00\x7f`},
		{"title\x1b]0;x\x07", `title\x1b]0;x\x07`},
		{"\u009b31m\u0085", `\u009b31m\u0085`},
		{"gnp.\u202exe.txt\u202c", `gnp.\u202exe.txt\u202c`},
		{"\u2066a\u2069\u200e\u200f\u061c", `\u2066a\u2069\u200e\u200f\u061c`},
		{"a\u200bb\u2060c\ufeffd\u00ade", `a\u200bb\u2060c\ufeffd\u00ade`},
		{"a\u200cb\u200dc", `a\u200cb\u200dc`},
		{"line\u2028paragraph\u2029", `line\u2028paragraph\u2029`},
		{"tag\U000e0041\U000e0100", `tag\U000e0041\U000e0100`},
		{"filler\u3164\u115f\uffa0", `filler\u3164\u115f\uffa0`},
		{"own\ue000\uffff", `own\ue000\uffff`},
		{"bad\xff\xfe.txt\xc3(", `bad\xff\xfe.txt\xc3(`},
		{`back\slash\x1b`, `back\slash\x1b`},
		{"渡船中午开。　全角", "渡船中午开。　全角"},
		{"葛\U000e0100城", "葛\U000e0100城"},
		{"العربية عَرَبِيّ \u0600", "العربية عَرَبِيّ \u0600"},
		{"می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"},
		{"e\u0301 a\u00a0b ü ½ € \U0001f600\ufe0f \ufffd", "e\u0301 a\u00a0b ü ½ € \U0001f600\ufe0f \ufffd"},
	} {
		if got := Text(tc.in); got != tc.want {
			t.Errorf("Text(%q) = %s, want %s", tc.in, got, tc.want)
		}
	}
}

func TestError(t *testing.T) {
	missing := &fs.PathError{Op: "open", Path: "a\n\x1bb", Err: fs.ErrNotExist}
	below := Lines(errors.New("head\n\x1b"), "  one\n  two\x1b")
	for _, tc := range []struct {
		name string
		err  error
		want string
	}{
		{"no line end", errors.New("a\x1bb"), `a\x1bb`},
		{"data", missing, `open a\n\x1bb: file does not exist`},
		{"wrapped data", fmt.Errorf("x\n: %w", missing), `x\n: open a\n\x1bb: file does not exist`},
		{"lines", below, `head\n\x1b` + "\n  one\n  two" + `\x1b`},
		{"wrapped lines", fmt.Errorf("a\n: %w; b\n", below), `a\n: head\n\x1b` + "\n  one\n  two" + `\x1b; b\n`},
		{"joined", errors.Join(missing, errors.New("b\nc")), `open a\n\x1bb: file does not exist` + "\n" + `b\nc`},
		{"wrapped joined", fmt.Errorf("x: %w", errors.Join(errors.New("a"), errors.New("b"))), "x: a\nb"},
		{"two wrapped", fmt.Errorf("%w\n%w", errors.New("a"), errors.New("b")), "a\nb"},
		{"two wrapped, other text", fmt.Errorf("%w\nand %w", errors.New("a"), errors.New("b")), `a\nand b`},
	} {
		if got := Error(tc.err); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	if !errors.Is(fmt.Errorf("a: %w", Lines(missing, "b")), fs.ErrNotExist) {
		t.Error("Lines hides the error")
	}
}

func TestWriter(t *testing.T) {
	in := "a\tb\n\x1b渡\u202e\xff\xe6\xb8 葛\U000e0100 \u0645\u200c\x7f\r\n"
	want := "a\tb\n" + `\x1b渡\u202e\xff\xe6\xb8 葛` + "\U000e0100 \u0645\u200c" + `\x7f\r` + "\n"
	for size := 1; size <= len(in); size++ {
		var b bytes.Buffer
		w := Writer(&b)
		for at := 0; at < len(in); at += size {
			piece := in[at:min(at+size, len(in))]
			if n, err := w.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Fatalf("Write = %d, %v", n, err)
			}
		}
		if b.String() != want {
			t.Errorf("in writes of %d bytes: %q, want %q", size, b.String(), want)
		}
	}
	var b bytes.Buffer
	if Raw(Writer(JSON(&b))) != &b || Raw(&b) != &b {
		t.Error("Raw is not the writer below")
	}
}

// FuzzVisible: nothing hidden is left, JSON keeps its strings, and a second time changes
// nothing.
func FuzzVisible(f *testing.F) {
	for _, s := range []string{"", "a\x1b[0m\n", "\u202e\u0645\u200c葛\U000e0100", "\xff\xe6\xb8", "\U000e0041\"\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		shown := Text(s)
		if !utf8.ValidString(shown) || Text(shown) != shown || strings.ContainsFunc(shown, unicode.IsControl) ||
			strings.ContainsAny(shown, "\u202e\u200b\u2066") {
			t.Errorf("Text(%q) = %q", s, shown)
		}
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		JSON(&b).Write(line)
		var want, got string
		if err := json.Unmarshal(b.Bytes(), &got); err != nil || json.Unmarshal(line, &want) != nil || got != want {
			t.Errorf("%s became %s: %v", line, b.Bytes(), err)
		}
		if strings.ContainsFunc(b.String(), unicode.IsControl) {
			t.Errorf("%q has control characters", b.String())
		}
	})
}

package segment

import (
	"bytes"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// library is UAX #29 as the library has it, the obvious twin of a rule set
// without rules: its sentences, trimmed, without the empty ones.
func library(text []byte) []Span {
	var out []Span
	for it := sentences.FromBytes(text); it.Next(); {
		start, end := skipSpace(text, it.Start()), trim(text, it.Start(), it.End())
		if start < end {
			out = append(out, Span{start, end})
		}
	}
	return out
}

// comparable gives the library a text it reads as we do. It takes a character
// that is cut off at the end of the text as part of the sentence before it,
// whatever that ended in; four line feeds make it a wrong byte like any other.
func comparable(text []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if b := text[len(text)-i]; b >= 0xc0 {
			return append(bytes.Clone(text), "\n\n\n\n"...)
		}
	}
	return text
}

func FuzzBase(f *testing.F) {
	for _, s := range []string{
		"", " ", ".", "a. b. C. D! e", "3.14 is U.S. pi.A", "x.) (y. z", "a.\r\nb\rc\nd\u2028e\u2029f\u0085g",
		"a\u0301.B! \u00ad c.\u200dD", "他说：「走。」然后。", "？！”好", "a. ) 5 b. 5 B ) ( c", "!\xff a.\xe4\xb8", ". . .B .a",
		"a.\u3000b, c. - d. , D.\u2028E", "ǅ.ǅ. ⅷ.Ⅷ", "𐐀.𐐨𐐀!🙂", "\xed\xa0\x80.\xc0\x80!", "»Ja!« a.«B» \"x.\"y",
	} {
		f.Add([]byte(s))
	}
	none := newRuleSet(nil)
	f.Fuzz(func(t *testing.T, text []byte) {
		text = comparable(text[:min(len(text), window)]) // SB8 looks window bytes ahead, the library without end
		got, want := none.append(nil, text), library(text)
		if !slices.Equal(got, want) {
			t.Errorf("text %q\nspans   %q\nlibrary %q", text, pieces(text, got), pieces(text, want))
		}
	})
}

func pieces(text []byte, spans []Span) []string {
	var out []string
	for _, s := range spans {
		out = append(out, string(text[s.Start:s.End]))
	}
	return out
}

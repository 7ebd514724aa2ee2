package token

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestOuters(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing around", "a b", []string{"a", "b"}},
		{"stop and comma", "Yes, no.", []string{"Yes,", "no."}},
		{"stop before a bracket", `He (the man) left.) `, []string{"He", "(the", "man)", "left.)"}},
		{"straight quotes", `He said "go on!" "No."`, []string{"He", "said", `"go`, `on!"`, `"No."`}},
		{"straight quotes without space", `"a"b"c"`, []string{`"a"`, `b"`, `c"`}},
		{"quote in brackets and after a dash", `("a") —"b" x="c"`, []string{`("a")`, `"b"`, `x=`, `"c"`}},
		{"quote after a stop", `on."Next" "a"."b"`, []string{`on."`, `Next"`, `"a"."`, `b"`}},
		{"two quotes", `he ""b"" c`, []string{`he`, `""b""`, `c`}},
		{"curly quotes", "he “a,” b’s ‘c’.", []string{"he", "“a,”", "b’s", "‘c’."}},
		{"other quotes", "er „a“ »b« ”c” ‹d›", []string{"er", "„a“", "»b«", "”c”", "‹d›"}},
		{"Spanish", "¿Qué? ¡Sí!", []string{"¿Qué?", "¡Sí!"}},
		{"Chinese", "他说：“好。”（是）《法》", []string{"他", "说：", "“好。”", "（是）", "《法》"}},
		{"Chinese with straight quotes", `说："好。"是`, []string{"说：", `"好。"`, "是"}},
		{"dash between", "a—b-c", []string{"a—", "b-", "c"}},
		{"space before the stop", "a . b", []string{"a", "b"}},
		{"text begins and ends with marks", "...\"(a)\"...", []string{`(a)"...`}}, // the first quote is behind a stop
		{"invalid bytes and controls", "(\xffa.\xff. \"\xe2\x80b\x00.", []string{"a.", "b"}},
		{"zero-width space", "a.\u200B.b", []string{"a.", "b"}},
	}
	for _, tc := range tests {
		text := []byte(tc.text)
		tokens := Append(nil, text)
		var got []string
		from, to := outersOf(text, tokens)
		for i := range tokens {
			got = append(got, tc.text[from[i]:to[i]])
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: the ranges of %q (-want +got):\n%s", tc.name, tc.text, diff)
		}
	}
}

func outersOf(text []byte, tokens []Token) (from, to []uint32) {
	from, to = make([]uint32, len(tokens)), make([]uint32, len(tokens))
	Outers(from, to, text, tokens)
	return from, to
}

// plainOuter is the range of token i by the definition.
func plainOuter(text []byte, tokens []Token, i int) (start, end uint32) {
	t := tokens[i]
	before := 0
	if i > 0 {
		before = int(tokens[i-1].End)
	}
	start = uint32(plainOpening(text, before, int(t.Start), i > 0))
	limit := len(text)
	if i+1 < len(tokens) {
		limit = plainOpening(text, int(t.End), int(tokens[i+1].Start), true)
	}
	at := int(t.End)
	for at < limit {
		r, size := utf8.DecodeRune(text[at:limit])
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200B' || r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return start, uint32(at)
}

func plainOpening(text []byte, lo, hi int, after bool) int {
	for hi > lo {
		r, size := utf8.DecodeLastRune(text[lo:hi])
		always := r == '¿' || r == '¡' || unicode.In(r, unicode.Ps, unicode.Pi)
		if !always && !(unicode.Is(unicode.Quotation_Mark, r) && plainMayOpen(text[lo:hi-size], after)) {
			break
		}
		hi -= size
	}
	return hi
}

func plainMayOpen(gap []byte, after bool) bool {
	if len(gap) == 0 {
		return !after
	}
	r, _ := utf8.DecodeLastRune(gap)
	return !unicode.In(r, unicode.Pe, unicode.Pf) && !unicode.Is(unicode.STerm, r) && r != '…'
}

func TestRoles(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := uint8(0)
		if r == '¿' || r == '¡' || unicode.In(r, unicode.Ps, unicode.Pi) {
			want |= opens
		}
		if unicode.Is(unicode.Quotation_Mark, r) {
			want |= quotes
		}
		if unicode.In(r, unicode.Pe, unicode.Pf) || unicode.Is(unicode.STerm, r) || r == '…' {
			want |= shuts
		}
		if unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200B' {
			want |= parts
		}
		if got := roleOf(r) & (opens | quotes | shuts | parts); got != want {
			t.Fatalf("%U has the roles %#x, want %#x", r, got, want)
		}
	}
}

func FuzzOuters(f *testing.F) {
	for _, s := range []string{`He (“said”) "go." x`, "他说：“好。”", "\xff\"a\"\xff", "a\"\"b", "(((a)))"} {
		f.Add(s)
	}
	f.Add("a “b” »c« 'd' …\"e\" ¿f? \u0085\u00a0g\u200b\"h \U0001D7D8\"i\U00020000(k")
	f.Fuzz(func(t *testing.T, s string) {
		text := []byte(s)
		tokens := Append(nil, text)
		last := uint32(0)
		from, to := outersOf(text, tokens)
		for i, tok := range tokens {
			start, end := from[i], to[i]
			if plainStart, plainEnd := plainOuter(text, tokens, i); start != plainStart || end != plainEnd {
				t.Fatalf("token %d of %q has the range %d to %d, want %d to %d", i, s, start, end, plainStart, plainEnd)
			}
			if start < last || start > tok.Start || end < tok.End || int(end) > len(text) {
				t.Fatalf("%q: token %d has the range %d to %d: it is at %d to %d, the one before ends at %d", s, i,
					start, end, tok.Start, tok.End, last)
			}
			if added := text[tok.End:end]; bytes.ContainsAny(added, " \n\t\u3000") {
				t.Errorf("%q: the range of token %d adds white space: %q", s, i, added)
			}
			last = end
			// Words that white space surrounds have what they have alone.
			if i == 0 || i+1 == len(tokens) {
				continue
			}
			before, after := s[tokens[i-1].End:tok.Start], s[tok.End:tokens[i+1].Start]
			if strings.HasSuffix(before, " ") && strings.HasPrefix(after, " ") &&
				(start != tok.Start || end != tok.End) {
				t.Errorf("%q: token %d has the range %d to %d, want the token alone, %d to %d", s, i, start, end,
					tok.Start, tok.End)
			}
		}
	})
}

func BenchmarkOuters(b *testing.B) {
	text := bytes.Repeat([]byte("He said (again): “Go on,” she “laughed”, and went. 他说：“好。”"), 1000)
	tokens := Append(nil, text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	from, to := outersOf(text, tokens)
	for b.Loop() {
		Outers(from, to, text, tokens)
	}
}

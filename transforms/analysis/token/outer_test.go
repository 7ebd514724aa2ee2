package token

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOuter(t *testing.T) {
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
		for i := range tokens {
			start, end := Outer(text, tokens, i)
			got = append(got, tc.text[start:end])
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: Outer of %q (-want +got):\n%s", tc.name, tc.text, diff)
		}
	}
}

func FuzzOuter(f *testing.F) {
	for _, s := range []string{`He (“said”) "go." x`, "他说：“好。”", "\xff\"a\"\xff", "a\"\"b", "(((a)))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := []byte(s)
		tokens := Append(nil, text)
		last := uint32(0)
		for i, tok := range tokens {
			start, end := Outer(text, tokens, i)
			if start < last || start > tok.Start || end < tok.End || int(end) > len(text) {
				t.Fatalf("Outer(%q, %d) = %d, %d: token %d to %d, the one before ends at %d", s, i, start, end, tok.Start, tok.End, last)
			}
			if added := text[tok.End:end]; bytes.ContainsAny(added, " \n\t\u3000") {
				t.Errorf("Outer(%q, %d) adds white space: %q", s, i, added)
			}
			last = end
			// Words that white space surrounds have what they have alone.
			if i == 0 || i+1 == len(tokens) {
				continue
			}
			before, after := s[tokens[i-1].End:tok.Start], s[tok.End:tokens[i+1].Start]
			if strings.HasSuffix(before, " ") && strings.HasPrefix(after, " ") && (start != tok.Start || end != tok.End) {
				t.Errorf("Outer(%q, %d) = %d, %d, want the token alone, %d to %d", s, i, start, end, tok.Start, tok.End)
			}
		}
	})
}

func BenchmarkOuter(b *testing.B) {
	text := bytes.Repeat([]byte("He said (again): “Go on,” she “laughed”, and went. 他说：“好。”"), 1000)
	tokens := Append(nil, text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for i := range tokens {
			Outer(text, tokens, i)
		}
	}
}

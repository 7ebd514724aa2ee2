package analysis

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/analysis/unit"
)

func TestMarks(t *testing.T) {
	for _, tc := range []struct{ text, words string }{
		{"天下〔一〕大定", "天 下 大 定"},
		{"天下<pb:KR2a0001_tls_001-1a>¶\n大定", "天 下 大 定"},
		{"天下〔十二〕〔3〕大<pb:1>定〔", "天 下 大 定"},
		{"〔二〕天〔下〕大〔一 定〕", "天 下 大 一 定"},
		{"天<pb:not closed 下", "天 pb not closed 下"},
		{"a <b> < pb:c> 〔1〕", "a b pb c"},
	} {
		var words []string
		for _, w := range appendTokens(nil, []byte(tc.text)) {
			words = append(words, tc.text[w.Start:w.End])
		}
		if got := strings.Join(words, " "); got != tc.words {
			t.Errorf("%s: %s, want %s", tc.text, got, tc.words)
		}
	}
}

// A text with marks has the terms of the same text without them.
func TestTextGoesOnOverMarks(t *testing.T) {
	terms := func(text string) []uint32 {
		a, _ := (&Analyser{Places: true}).Analyse(&record.Document{ID: "x", Text: []byte(text)})
		spans, err := record.ReadSpans(a.Spans, len(a.Words))
		if err != nil {
			t.Fatal(err)
		}
		return unit.Terms(nil, a.Words, spans.From, spans.To, spans.Joined)
	}
	for _, text := range []string{"天下〔一〕大定", "天下<pb:KR2a0001_tls_001-1a>¶\n大定", "天下¶\n大定", "天下/\n<pb:1>大〔12〕定"} {
		if got, want := terms(text), terms("天下大定"); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// Tokens that are left out are those inside of marks, which are found one by one here.
func FuzzMarks(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		var s strings.Builder
		for range r.IntN(30) {
			s.WriteString([]string{"天", "下", "〔", "〕", "一", "1", "<pb:", ">", "a", " ", "\n", "<"}[r.IntN(12)])
		}
		f.Add(s.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		inside := make([]bool, len(text)+1)
		for i := 0; i < len(text); i++ {
			if n := markLength([]byte(text[i:])); n > 0 {
				for x := range n {
					inside[i+x] = true
				}
				i += n - 1
			}
		}
		var want []token.Token
		for _, w := range token.Append(nil, []byte(text)) {
			if !inside[w.Start] {
				want = append(want, w)
			}
		}
		if got := appendTokens(nil, []byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	})
}

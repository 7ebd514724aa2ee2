package partial

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// Many documents are forms that were filled with other words. Two of them that say the same with other
// words are found, the forms are not: in a small collection, which is compared by runs of three
// words, and in a large one, which is compared by chains of rare words.
func TestFormsAreNoPassages(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	word := func() string {
		var b strings.Builder
		for range 3 + r.IntN(7) {
			b.WriteByte('a' + byte(r.IntN(26)))
		}
		return b.String()
	}
	words := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = word()
		}
		return out
	}
	// with returns words with one of n exchanged.
	with := func(words []string, n int) string {
		var b strings.Builder
		for i, w := range words {
			if r.IntN(n) == 0 {
				w = word()
			}
			b.WriteString(w)
			b.WriteString([]string{" ", ". "}[min(1, i%12/11)])
		}
		return b.String()
	}
	form, story := words(60), words(60)
	const forms = 36
	var docs []testDocument
	for n := range 60 { // with fewer words, none is a content word
		body := with(words(2000), 1)
		if n < forms {
			body += "\n\n" + with(form, 5) + "\n\n" + with(words(50), 1)
		}
		if n == 3 || n == 40 {
			body += "\n\n" + with(story, 5) + "\n\n" + with(words(50), 1)
		}
		docs = append(docs, testDocument{fmt.Sprintf("d%02d", n), body})
	}
	input := jobtest.Input(t, docs)
	for _, candidates := range []string{"grams", "chains"} {
		got := runWith(t, one, "--max_documents=100", "--candidates="+candidates, "--input="+input)
		ps := got.passages(t)
		told := slices.ContainsFunc(ps, func(p record.Passage) bool { return p.A == "d03" && p.B == "d40" })
		if max := 3; !told || len(ps) > max { // without evidence there are hundreds
			t.Errorf("%s: %d passages, the one of d03 and d40 found: %v; want it, and at most %d", candidates, len(ps),
				told, max)
		}
		if n := got.summary(t).Ledger["passages_of_set_phrases"]; n == 0 {
			t.Errorf("%s: no passages of set phrases, want some", candidates)
		}
	}
}

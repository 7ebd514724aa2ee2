package partial

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
)

// Documents of one kind have heads and addresses in common, and that is no passage. Text that they
// share is one, with the addresses in it.
func TestApparatusIsNoPassage(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	words := func(n int) string {
		var b strings.Builder
		for i := range n {
			for range 3 + r.IntN(7) {
				b.WriteByte('a' + byte(r.IntN(26)))
			}
			b.WriteString([]string{" ", ". "}[min(1, i%12/11)])
		}
		return b.String()
	}
	url := func(n int) string {
		return fmt.Sprintf("https://lists.example.org/archive/python/2010-june/%d.html", n)
	}
	links := fmt.Sprintf("[%s](%s) [%s](%s) [%s](%s)", "a", url(1), "b", url(2), "c", url(3))
	shared := words(20) + url(7) + " " + words(20)
	var docs []testDocument
	for n := range 30 {
		head := fmt.Sprintf("Title: %s\n"+
			"Author: Guido van Example <guido@example.org>, Barry Example <barry@example.org>\nStatus: Final\n"+
			"Type: Standards Track\nCreated: 14-Jun-20%02d\n\n", words(3), n/4)
		text := words(400)
		if n == 3 || n == 11 {
			text += shared + words(30)
		}
		if n%6 == 0 {
			text += "\n\n" + links + "\n\n" + words(20)
		}
		docs = append(docs, testDocument{fmt.Sprintf("d%02d", n), head + text})
	}
	input := jobtest.Input(t, docs)
	for _, candidates := range []string{"grams", "chains"} {
		got := runWith(t, one, "--candidates="+candidates, "--input="+input)
		ps := got.passages(t)
		if len(ps) != 1 || ps[0].A != "d03" || ps[0].B != "d11" {
			t.Fatalf("%s: %+v, want one passage, of d03 and d11", candidates, ps)
		}
		if text := docs[3].Text[ps[0].AStart:ps[0].AEnd]; !strings.Contains(text, url(7)) || ps[0].Kind != "verbatim" {
			t.Errorf("%s: %s passage %q, want a verbatim one with the address", candidates, ps[0].Kind, text)
		}
		if n := got.summary(t).Ledger["words_of_apparatus"]; n < 30*10 {
			t.Errorf("%s: %d words of apparatus, want those of 30 heads", candidates, n)
		}
	}
}

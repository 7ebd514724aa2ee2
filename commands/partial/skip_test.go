package partial

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

// What essays quote in marks, and the list of references that two of them share, make no passages and no shares with
// --skip. What one copies from another without marks stays, and its ends are those of the copy.
func TestSkip(t *testing.T) {
	for _, han := range []bool{false, true} {
		w := &author{rand.New(rand.NewPCG(41, 5)), han}
		quoted, copied := w.text(w.sentences(8)), w.text(w.sentences(8))
		var references strings.Builder
		for n := range 12 {
			fmt.Fprintf(&references, "Miller, A. (%d). %s Oxford University Press, %d(3), %d–%d.\n", 1900+n, w.text(w.sentences(1)), n, 10*n, 10*n+7)
		}
		var docs []testDocument
		for n := range 5 {
			text := w.text(w.sentences(20)) + "\n“" + quoted + "”\n" + w.text(w.sentences(20))
			if n > 2 {
				text += copied + w.text(w.sentences(10)) + "\n\nReferences\n" + references.String()
			}
			docs = append(docs, testDocument{fmt.Sprintf("d%02d", n), text})
		}
		input := "--input=" + writeFile(t, filepath.Join(t.TempDir(), "in.jsonl"), lines(docs))
		for _, how := range []string{"--matching=refine", "--noise=on", "--signature=shingle"} {
			t.Run(fmt.Sprint(how, han), func(t *testing.T) {
				flags := append(strings.Fields(how), input)
				all := runWith(t, one, flags...)
				if n := len(all.passages(t)); n < 5*4/2+1 {
					t.Errorf("%d passages without --skip, want the quotation of each pair and the copy", n)
				}
				flags = append(flags, "--skip=quotes,references")
				got := runWith(t, one, flags...)
				ps := got.passages(t)
				if len(ps) != 1 || ps[0].A != "d03" || ps[0].B != "d04" {
					t.Fatalf("%d passages, %+v, want one, of d03 and d04", len(ps), ps)
				}
				passage := string([]rune(docs[3].Text)[ps[0].AStart:ps[0].AEnd])
				if at := strings.Index(passage, copied[:30]); at < 0 || at > 15 || len(passage) > len(copied)+30 { // letters may go on by chance
					t.Errorf("the passage is %q, want %q", passage, copied)
				}
				if shares := jobtest.Decode[record.DocumentShare](t, got.stream("documents")); len(shares) != 2 {
					t.Errorf("%d documents have a share, want the two with the copy", len(shares))
				}
				ledger := got.ledger(t)
				if quotes, lists := ledger["words_of_quotations"], ledger["words_of_references"]; quotes < 5*60 || lists < 2*60 {
					t.Errorf("%d words of quotations and %d of references in the ledger, want those of five and of two", quotes, lists)
				}
				same(t, got, runWith(t, shuffle.Params{Shards: 7, Workers: 3}, flags...))
			})
		}
	}
}

package reuse

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
)

// --top=K reports the pairs that are among the K with the highest scores of one of their documents, with
// a source of that of the input, and their sentences.
func TestTop(t *testing.T) {
	docs := entries(8, 80, false)
	for i := range docs {
		docs[i].ID = fmt.Sprint("d", i)
	}
	for _, flags := range [][]string{
		{"--input=" + jobtest.Input(t, docs)},
		{"--input=" + jobtest.Input(t, docs[:40]), "--source=" + jobtest.Input(t, docs[40:])},
	} {
		flags = append(flags, "--theta_d=1", "--max_documents=0")
		all := runFlags(t, one, flags...)
		scores := map[string][]float64{} // of each document, the highest first
		for _, p := range all.pairs {
			scores["a"+p.A], scores["b"+p.B] = append(scores["a"+p.A], p.Score), append(scores["b"+p.B], p.Score)
			if len(flags) == 3 { // without a source
				scores["b"+p.A], scores["a"+p.B] = append(scores["b"+p.A], p.Score), append(scores["a"+p.B], p.Score)
			}
		}
		for _, s := range scores {
			slices.SortFunc(s, func(x, y float64) int { return cmp.Compare(y, x) })
		}
		for _, k := range []int{1, 2, 5} {
			got := runFlags(t, shuffle.Params{Shards: 5, Workers: 2}, append(flags, fmt.Sprint("--top=", k))...)
			again := runFlags(t, shuffle.Params{Shards: 2}, append(flags, fmt.Sprint("--top=", k))...)
			if diff := gocmp.Diff(got.normal(), again.normal()); diff != "" {
				t.Errorf("top %d, with other shards (-5 +2):\n%s", k, diff)
			}
			// at is the place of a pair among those of a document with higher scores, or as high.
			above := func(side, id string, p record.ReusePair, strictly bool) bool {
				s := scores[side+id]
				if len(s) <= k {
					return true
				}
				return p.Score > s[k] || !strictly && p.Score >= s[k-1]
			}
			kept := map[[2]string]bool{}
			for _, p := range got.pairs {
				kept[[2]string{p.A, p.B}] = true
				if !above("a", p.A, p, false) && (len(flags) > 3 || !above("b", p.B, p, false)) {
					t.Errorf("top %d: %+v is not one of the highest of either document", k, p)
				}
			}
			for _, p := range all.pairs {
				if (above("a", p.A, p, true) || len(flags) == 3 && above("b", p.B, p, true)) &&
					!kept[[2]string{p.A, p.B}] {
					t.Errorf("top %d: %+v is missing", k, p)
				}
			}
			if n := len(all.pairs) - len(got.pairs); got.summary.Ledger["document_pairs_below_the_top"] != int64(n) ||
				k == 1 && n == 0 {
				t.Errorf("top %d: %d pairs are left out, the ledger says %d", k, n,
					got.summary.Ledger["document_pairs_below_the_top"])
			}
			sentences := 0
			for _, s := range all.sentences {
				if kept[[2]string{s.A, s.B}] {
					sentences++
				}
			}
			if len(got.sentences) != sentences {
				t.Errorf("top %d: %d sentences, want %d", k, len(got.sentences), sentences)
			}
		}
	}
}

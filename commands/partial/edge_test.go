package partial

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
)

// Documents that have hot text in common, and the word before it, are no candidates: their number
// would grow with the square of the collection. Those with a copy before the hot text are.
func TestEdgeOfHotText(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	text := func(sentences int) string { // of words that many documents have
		var s strings.Builder
		for range sentences {
			for range 12 {
				fmt.Fprintf(&s, "w%d ", r.IntN(300))
			}
			s.WriteString("end. ")
		}
		return s.String()
	}
	notice, copied := text(7), text(4)
	var docs []testDocument
	for d := range 600 {
		own := text(10)
		if d < 2 {
			own += copied
		}
		own = fmt.Sprintf("%s word%d. ", strings.TrimSuffix(own, " end. "), d%30) // of 20 documents
		docs = append(docs, testDocument{fmt.Sprintf("d%03d", d), own + notice})
	}
	input := jobtest.Input(t, docs)
	result := runWith(t, shuffle.Params{Shards: 3}, "--max_documents=30", "--candidates=chains", "--input="+input)
	if n := result.counts(t)["document_pairs_near"]; n < 1 || n > 300 {
		t.Errorf("%d candidate pairs of 179700, want the one with the copy, and few others", n)
	}
	found := false
	for _, p := range result.passages(t) {
		found = found || p.A == "d000" && p.B == "d001" && p.AEnd-p.AStart >= 190
	}
	if !found {
		t.Error("the copy before the hot text is not found")
	}
}

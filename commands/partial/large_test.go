package partial

import (
	"math/rand/v2"
	"testing"
)

// Two documents of 5 MB that are the same, by either kind of candidates, are one passage,
// and none with themselves.
func TestRefineTwoLargeDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("documents of 5 MB")
	}
	w := &author{rand.New(rand.NewPCG(3, 4)), false}
	text := w.text(w.sentences(60_000))
	if len(text) < 5_000_000 {
		t.Fatalf("%d bytes, want 5 MB", len(text))
	}
	docs := []testDocument{{"a", text}, {"b", text}}
	for _, candidates := range []string{"grams", "chains"} {
		t.Run(candidates, func(t *testing.T) {
			refined(t, docs, []planted{{"a", text, "b", text, "verbatim"}}, "--candidates="+candidates)
		})
	}
}

package partial

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
)

// A quotation of six words inside other sentences is a passage with --min_length, with exact ends, however the work is
// divided. A phrase as long that many documents have is none, and neither is a shorter quotation.
func TestShortQuotation(t *testing.T) {
	const quoted, phrase = "arms and the man I sing", "as we have said many times"
	w := &author{r: rand.New(rand.NewPCG(41, 20))}
	with := func(words string) string { return fmt.Sprintf("%s %s %s.", w.word(), words, w.word()) }
	poem := w.text(w.sentences(30), []string{quoted + " " + w.word() + "."}, w.sentences(30))
	docs := []testDocument{{"poem", poem},
		{"other", w.text(w.sentences(9), []string{with("the man I sing")}, w.sentences(9))}}
	for n := range 30 {
		own := []string{with(phrase)}
		if n == 7 {
			own = append(own, with(quoted))
		}
		docs = append(docs, testDocument{fmt.Sprintf("letter%02d", n), w.text(w.sentences(9), own, w.sentences(9))})
	}
	input := "--input=" + jobtest.Input(t, docs)
	for _, flags := range [][]string{{}, {"--min_length=60"}, {"--min_length=24"}} {
		if found := runWith(t, one, append(flags, input)...).passages(t); len(found) > 0 {
			t.Errorf("%v: %+v", flags, found)
		}
	}
	short := runWith(t, one, input, "--min_length=20")
	found := short.passages(t)
	if len(found) != 1 || found[0].A != "letter07" || found[0].B != "poem" {
		t.Fatalf("--min_length=20: %+v", found)
	}
	if got := []rune(poem)[found[0].BStart:found[0].BEnd]; string(got) != quoted {
		t.Errorf("the passage is %q, want %q", string(got), quoted)
	}
	same(t, short, runWith(t, shuffle.Params{Shards: 7, Workers: 2}, input, "--min_length=20"))
}

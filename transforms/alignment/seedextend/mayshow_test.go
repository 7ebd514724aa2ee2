package seedextend

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/transforms/alignment/aligntest"
)

// likeness returns two texts that share so many of their sentences, each with a word in every some of them exchanged.
func likeness(random *rand.Rand, sentences, shared, some int) (a, b string) {
	s, t := aligntest.Prose(random.Uint64()|1, sentences), aligntest.Prose(random.Uint64()|1, sentences)
	at := random.IntN(sentences - shared + 1)
	for x := range shared {
		words := strings.Fields(s[x])
		for k := random.IntN(some); k < len(words)-1; k += 1 + random.IntN(2*some) {
			words[k] = strings.Fields(t[0])[k%8]
		}
		t[at+x] = strings.Join(words, " ") + " "
	}
	return strings.Join(s, ""), strings.Join(t, "")
}

// What MayShow refuses has no passage, and much is refused. What has a passage without a rare run is let through.
func TestMayShow(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	w := NewWorker(Params{})
	refused, dropped, reported := 0, 0, 0
	for range 3000 {
		sentences := 3 + random.IntN(20)
		textA, textB := likeness(random, sentences, 1+random.IntN(sentences), 1+random.IntN(12))
		a, b := aligntest.Document(textA), aligntest.Document(textB)
		shared := Shared{RareKnown: true}
		may := w.MayShow(a, b, shared)
		got := w.AlignIn(nil, a, b, shared)
		switch {
		case !may && len(got) > 0:
			t.Fatalf("refused, with %+v:\n%s\n%s", got, textA, textB)
		case !may:
			refused++
			dropped += w.Formulas()
		default:
			reported += len(got)
		}
	}
	if refused < 1000 || dropped < 300 || reported < 300 {
		t.Errorf("%d pairs refused, with %d set phrases; %d passages: the test has to have more", refused,
			dropped, reported)
	}
}

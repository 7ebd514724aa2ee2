package sign

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomSentences returns n sentences of min to max words, of a vocabulary in which few words are frequent.
func randomSentences(r *rand.Rand, n, min, max int) (all [][]uint32) {
	for range n {
		q := make([]uint32, min+r.IntN(max-min+1))
		for i := range q {
			q[i] = uint32(r.IntN(1 + r.IntN(1+r.IntN(20_000))))
		}
		all = append(all, q)
	}
	return all
}

// Sentences of which as many words were exchanged as may be meet about as often as wanted in the keys that are chosen,
// whatever their lengths are. The sentences are others than those of the sample.
func TestChooseReachesTheRecall(t *testing.T) {
	for _, tc := range []struct {
		recall, thetaS float64
		min, max       int
	}{
		{.8, .6, 3, 12}, {.9, .6, 8, 30}, {.95, .6, 8, 30}, {.9, .8, 5, 60}, {.99, .6, 20, 20}, {.9, .5, 40, 200},
	} {
		r := rand.New(rand.NewPCG(3, uint64(tc.max)))
		p := Defaults().Choose(tc.recall, tc.thetaS, randomSentences(r, 1000, tc.min, tc.max), 1e5)
		if err := p.Validate(true); err != nil {
			t.Fatal(err)
		}
		keys, met, all := p.LSH(), 0., 0.
		for _, q := range randomSentences(r, 20_000, tc.min, tc.max) {
			share := int(tc.thetaS*float64(len(q)) + 1 - 1e-9) // of the definition, rounded up
			if share == len(q) {
				continue
			}
			copied := slices.Clone(q)
			for _, i := range r.Perm(len(q))[share:] {
				copied[i] = 1<<20 + r.Uint32N(1<<20)
			}
			if all++; meet(keys, p.Of(q), p.Of(copied)) {
				met++
			}
		}
		if met/all < tc.recall-.02 {
			t.Errorf("%+v: %.3f meet, with %+v", tc, met/all, p)
		}
		t.Logf("%+v: %.3f meet, with %+v", tc, met/all, p)
	}
}

// More sentences are worth more tables of larger samples, in which fewer of them meet by chance.
func TestChooseWeighsTheCost(t *testing.T) {
	sentences := randomSentences(rand.New(rand.NewPCG(5, 5)), 1000, 8, 30)
	few, many := Defaults().Choose(.9, .6, sentences, 1000), Defaults().Choose(.9, .6, sentences, 1e7)
	if few.Tables >= many.Tables {
		t.Errorf("%+v for few sentences, %+v for many", few, many)
	}
	if got := Defaults().Choose(.9, .6, [][]uint32{{1, 2}, {3}}, 2); got != Defaults() {
		t.Errorf("sentences that can only be alike to equal ones choose %+v", got)
	}
}

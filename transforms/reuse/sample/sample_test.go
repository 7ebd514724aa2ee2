package sample

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/diagonal/transforms/reuse/bag"
)

// The sample of parts, in any order and with repeats, is that of sorting all sentences. The number of sentences that it
// says is nearly theirs.
func TestSampleIsThatOfSorting(t *testing.T) {
	for _, n := range []uint32{0, 1, 1000, Max, 5000, 60_000} {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		var bags []bag.Bag
		for i := range n {
			bags = append(bags, bag.Append(nil, []uint32{i, i % 7, 9}))
		}
		want := slices.Clone(bags)
		slices.SortFunc(want, func(a, b bag.Bag) int {
			if a.Hash() < b.Hash() {
				return -1
			}
			return 1
		})
		want = want[:min(len(want), Max)]
		bags = append(bags, bags[:n/3]...)
		r.Shuffle(len(bags), func(i, j int) { bags[i], bags[j] = bags[j], bags[i] })
		parts := make([]Sample, 3)
		for i, b := range bags {
			parts[i%3].Add(b)
		}
		var all Sample
		for i := range parts {
			if err := all.Merge(parts[i].Append(nil)); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.EqualFunc(all.Bags(), want, func(a []uint32, b bag.Bag) bool { return slices.Equal(a, b) }) {
			t.Errorf("%d sentences: the sample is not those with the smallest hashes", n)
		}
		if different := all.Different(); different < .9*float64(n) || different > 1.1*float64(n) {
			t.Errorf("%d sentences: %.0f are estimated", n, different)
		}
	}
	for _, damaged := range [][]byte{{0x80}, {2, 0, 0, 0, 1}} {
		if (&Sample{}).Merge(damaged) == nil {
			t.Errorf("%x: no error", damaged)
		}
	}
}

// Text without an end of a sentence, however much of it there is, is not kept.
func TestLongSentences(t *testing.T) {
	var s Sample
	s.Add(make(bag.Bag, maxWords))
	for n := range 3 * Max {
		s.Add(make(bag.Bag, maxWords+1+n%9))
	}
	if bags := s.Bags(); len(bags) != 1 || len(bags[0]) != maxWords {
		t.Errorf("%d sentences in the sample, want the one of %d words", len(bags), maxWords)
	}
}

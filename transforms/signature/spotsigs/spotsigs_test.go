package spotsigs

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/transforms/signature/shingle"
)

func wordsOf(s string) []uint32 {
	var words []uint32
	for _, f := range strings.Fields(s) {
		w := uint32(0)
		for _, b := range []byte(f) {
			w = w*31 + uint32(b)
		}
		words = append(words, w)
	}
	return words
}

// The sentence of the source's section 3.1, with its antecedents a, an, the, is.
func TestAppend(t *testing.T) {
	const rally = "at a rally to kick off a weeklong campaign for the south carolina primary obama tried to set the record straight"
	for _, tc := range []struct {
		name, text, antecedents string
		p                       Params
		want                    []string
	}{
		{"adjacent, tails of two", rally, "a the is", Params{1, 2}, []string{
			"a rally to", "a weeklong campaign", "the south carolina", "the record straight"}},
		{"every second word", "a b c d e f", "a", Params{2, 2}, []string{"a c e"}},
		{"antecedents are passed over", "the is cat the mat", "the is", Params{1, 2},
			[]string{"the cat mat", "is cat mat"}},
		{"cut short by the end", "the cat", "the", Params{1, 2}, nil},
		{"tail of one", "the cat", "the", Params{1, 1}, []string{"the cat"}},
		{"repeated", "the cat the cat", "the", Params{1, 1}, []string{"the cat", "the cat"}},
		{"no antecedent", "cat sat", "the", Params{1, 1}, nil},
		{"no word", "", "the", Params{1, 1}, nil},
		{"Han characters", "的 人 民", "的", Params{1, 2}, []string{"的 人 民"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			isAntecedent := map[uint32]bool{}
			for _, w := range wordsOf(tc.antecedents) {
				isAntecedent[w] = true
			}
			var want []uint64
			for _, w := range tc.want {
				want = append(want, shingle.Hash(wordsOf(w)))
			}
			got := Append(nil, wordsOf(tc.text), func(w uint32) bool { return isAntecedent[w] }, tc.p)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Append (-want +got):\n%s", diff)
			}
		})
	}
}

// Words that tails pass over need not be those they start at.
func TestAppendPassing(t *testing.T) {
	is := func(text string) func(uint32) bool {
		words := wordsOf(text)
		return func(w uint32) bool { return slices.Contains(words, w) }
	}
	words := wordsOf("at a rally to kick off a long campaign for the south")
	got := AppendPassing(nil, words, is("a the"), is("a at for off the to"), Params{1, 2})
	want := []uint64{shingle.Hash(wordsOf("a rally kick")), shingle.Hash(wordsOf("a long campaign"))}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("AppendPassing (-want +got):\n%s", diff)
	}
}

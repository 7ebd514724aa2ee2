package reuse

import (
	"fmt"
	"slices"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/engine/shuffle"
)

// TestRecallIsReached: lsh finds the share that is wanted of the pairs of different sentences that comparing all finds,
// or exact, which TestBruteForce holds to it: in text that is made, English and Chinese, in licences and in statutes.
// The flags that are chosen find the same.
func TestRecallIsReached(t *testing.T) {
	for _, tc := range []struct {
		name  string
		flags []string // the input
		truth [][4]any // nil: what exact finds
	}{
		{"made English", nil, nil},
		{"made Chinese", nil, nil},
		{"licences", []string{"--input=../../testdata/corpora/licences"}, nil},
		{"statutes", []string{"--input=../../testdata/corpora/statutes"}, nil},
	} {
		bound := []string{"--max_documents=0", "--theta_d=.5"}
		if tc.flags == nil {
			docs := entries(11, 150, tc.name == "made Chinese")
			_, tc.truth = bruteForce(docs, nil, .6, .5, "one", 0)
			tc.flags = []string{"--input=" + jobtest.Input(t, docs)}
		}
		flags := append(tc.flags, bound...)
		if tc.truth == nil {
			tc.truth = runFlags(t, one, append(flags, "--method=exact")...).numbers()
		}
		for _, wanted := range []float64{.8, .95} {
			r := runFlags(t, shuffle.Params{Shards: 3},
				append(flags, "--method=lsh", fmt.Sprint("--recall=", wanted))...)
			found := r.numbers()
			equal := 0 // pairs of equal sentences, which always meet
			for _, s := range r.sentences {
				if s.Similarity == 1 {
					equal++
				}
			}
			recall := float64(len(found)-equal) / float64(len(tc.truth)-equal)
			if recall < wanted || recall > 1 {
				t.Errorf("%s: recall %.4f of %d pairs, want %v", tc.name, recall, len(tc.truth)-equal, wanted)
			}
			chosen := append(flags, "--method=lsh")
			for _, name := range []string{"bits", "diff_bits", "tables"} {
				chosen = append(chosen, fmt.Sprintf("--%s=%d", name, r.summary.Counts[name]))
			}
			if again := runFlags(t, one, chosen...).numbers(); !slices.Equal(found, again) {
				t.Errorf("%s: %v finds %d pairs, --recall=%v %d", tc.name, chosen, len(again), wanted, len(found))
			}
		}
	}
}

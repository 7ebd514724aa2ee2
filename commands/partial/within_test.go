package partial

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// A passage that one document contains twice is in a stream of its own, and --within=false leaves
// it out. With a source, two documents of one id are two documents.
func TestWithin(t *testing.T) {
	w := &author{rand.New(rand.NewPCG(12, 4)), false}
	twice, shared := w.sentences(6), w.sentences(6)
	docs := []testDocument{
		{"a", w.text(w.sentences(6), twice, w.sentences(12), twice, w.sentences(6), shared)},
		{"b", w.text(w.sentences(6), shared, w.sentences(6))},
	}
	in := "--input=" + jobtest.Input(t, docs)
	source := "--source=" + strings.TrimPrefix(in, "--input=")
	ids := func(r result, stream string) (s string) {
		for _, p := range jobtest.Decode[record.Passage](t, r.stream(stream)) {
			s += p.A + p.B + " "
		}
		return s
	}
	for _, matching := range []string{"--matching=refine", "--signature=shingle"} {
		for _, tc := range []struct {
			flags                     []string
			passages, within, largest string
		}{
			{nil, "ab ", "aa ", "ab "},
			{[]string{"--within=false"}, "ab ", "", "ab "},
		} {
			r := runWith(t, one, append(tc.flags, in, matching)...)
			got := [...]string{ids(r, "passages"), ids(r, "within"), ids(r, "largest")}
			if got != [...]string{tc.passages, tc.within, tc.largest} {
				t.Errorf("%s %v: passages %q, within %q, largest %q", matching, tc.flags, got[0], got[1], got[2])
			}
			var share record.DocumentShare
			for _, d := range jobtest.Decode[record.DocumentShare](t, r.stream("documents")) {
				if d.ID == "a" {
					share = d
				}
			}
			if (share.WithinShare > 0) != (tc.within != "") {
				t.Errorf("%s %v: within_share is %v", matching, tc.flags, share.WithinShare)
			}
		}
		r := runWith(t, one, in, source, matching)
		if got, within := ids(r, "passages"), ids(r, "within"); !strings.Contains(got, "aa ") || within != "" {
			t.Errorf("%s: with a source passages %q, within %q", matching, got, within)
		}
	}
	if r := runWith(t, one, in, "--within=false"); !strings.Contains(string(r.summary(t).Parameters),
		`"within": false`) {
		t.Errorf("parameters %s", r.summary(t).Parameters)
	}
}

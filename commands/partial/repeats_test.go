package partial

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/diagonal/commands/job/jobtest"
	"example.org/diagonal/io/record"
)

// TestEqualSentences: two documents of thousands of equal sentences are compared as
// two runs, aligned at their starts and at their ends, not at every shift.
func TestEqualSentences(t *testing.T) {
	const again = "The wheel turns around again. " // 30 code points
	input := jobtest.Input(t, []testDocument{
		{"a", strings.Repeat(again, 10000)}, {"b", strings.Repeat(again, 9000)},
	})
	side := func(id string, first, count int64) (string, int64, int64, uint32, uint32) {
		return id, first * 30, (first+count)*30 - 1, uint32(first), uint32(count)
	}
	passage := func(first int64) record.Passage {
		// 269,999 of 299,999 code points; all
		p := record.Passage{Kind: record.Verbatim, Matched: 9000, Similarity: 1, AShare: 0.9, BShare: 1}
		p.A, p.AStart, p.AEnd, p.ASentence, p.ASentences = side("a", first, 9000)
		p.B, p.BStart, p.BEnd, p.BSentence, p.BSentences = side("b", 0, 9000)
		p.AByteStart, p.AByteEnd, p.BByteStart, p.BByteEnd = p.AStart, p.AEnd, p.BStart, p.BEnd
		return p
	}
	want := []record.Passage{passage(0), passage(1000)}
	for _, flags := range [][]string{{"--preset=fast"}, {"--gap=0"}, {"--signature=shingle", "--gap=0"}, {"--gap=1"},
		{"--signature=shingle"}} {
		got := runWith(t, one, append(flags, "--input="+input)...).passages(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", flags, diff)
		}
	}
}

// TestOneRun: ten equal sentences of one document are one run, which nothing is compared
// with; the nine after the first are counted.
func TestOneRun(t *testing.T) {
	input := jobtest.Input(t, []testDocument{
		{"a", strings.Repeat("The wheel turns around again. ", 10)}, {"b", "Nothing here is said twice by anybody."},
	})
	for _, flags := range [][]string{{"--gamma=0"}, {"--gamma=0", "--signature=shingle"}, {"--gamma=3", "--gap=0"},
		{"--gamma=3", "--signature=shingle"}} {
		got := runWith(t, one, append(flags, "--preset=fast", "--input="+input)...)
		if n := got.summary(t).Ledger["sentences_equal_to_the_one_before"]; n != 9 || len(got.passages(t)) != 0 {
			t.Errorf("%v: %d passages, ledger %v; want none, and 9 sentences that are equal to the one before", flags,
				len(got.passages(t)), got.summary(t).Ledger)
		}
	}
}

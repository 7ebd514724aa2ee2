package resemblance

import (
	"strings"
	"testing"

	"example.org/diagonal/commands/job"
	run "example.org/diagonal/io/result"
	pipeline "example.org/diagonal/pipelines/resemblance"
	"example.org/diagonal/transforms/resemblance"
)

// With OnlyGroups a document may be missing, and no pairs are mentioned as found.
func TestReportOfOnlyGroups(t *testing.T) {
	var b strings.Builder
	r := &job.Result{Dir: t.TempDir(),
		Summary: &run.Summary{Ledger: map[string]int64{"document_pairs_on_a_frequent_signature": 7}}}
	if err := report(t.Context(), &b, r, pipeline.Params{Method: resemblance.Exact, OnlyGroups: true}); err != nil {
		t.Fatal(err)
	}
	if said := b.String(); !strings.Contains(said, "may be missing in its group") || strings.Contains(said, "0 pairs") {
		t.Errorf("it says:\n%s", said)
	}
}

// The line about pairs that were not looked at promises groups only where a run has some, and where the method finds
// them.
func TestReportOfFrequentPairs(t *testing.T) {
	const promise = "are in one group nevertheless"
	for method, promised := range map[string]bool{resemblance.Exact: true, resemblance.ModM: true,
		resemblance.SpotSigs: true, resemblance.MinHash: false, resemblance.SimHash: false} {
		for _, directed := range []bool{false, true} {
			var b strings.Builder
			r := &job.Result{Dir: t.TempDir(),
				Summary: &run.Summary{Ledger: map[string]int64{"document_pairs_on_a_frequent_signature": 7}}}
			if err := report(t.Context(), &b, r, pipeline.Params{Method: method, Directed: directed}); err != nil {
				t.Fatal(err)
			}
			said := b.String()
			if !strings.Contains(said, "7 pairs were not looked at") ||
				strings.Contains(said, promise) != (promised && !directed) ||
				strings.Contains(said, "may be missing in its group") != (!promised && !directed) {
				t.Errorf("--method=%s, directed %v:\n%s", method, directed, said)
			}
		}
	}
}

package job

import (
	"strings"
	"testing"

	"example.org/diagonal/io/result"
)

// TestLedger: what was not compared is printed with its number, and what was not left out is not.
func TestLedger(t *testing.T) {
	for want, ledger := range map[string]map[string]int64{
		"The ledger is empty: nothing was left out": {"passages_too_short": 0},
		"document pairs on a thinned ngram  12,345": {"passages_too_short": 0,
			"document_pairs_on_a_thinned_ngram": 12345},
	} {
		var b strings.Builder
		if err := (&Result{Summary: &result.Summary{Ledger: ledger}}).printLedger(&b); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, want) || strings.Contains(got, "too short") {
			t.Errorf("printed %q, want %q", got, want)
		}
	}
}

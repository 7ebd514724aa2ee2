package partial

import (
	"testing"

	"example.org/diagonal/pipelines/partial"
)

// What is similar and was not reported has a line if it is more than a tenth of what was, the most frequent reason
// first.
func TestUnreported(t *testing.T) {
	const (
		short   = " too short (--min_length=20 reports copied words from five on)"
		explain = "diagonal explain A B shows those of two documents"
	)
	for _, tc := range []struct {
		noise                       string
		length                      int
		reported, within            int64
		brief, set, numbers, edited int64
		want                        string
	}{
		{"", 0, 1000, 0, 100, 0, 0, 0, ""},
		{"", 0, 990, 10, 101, 0, 0, 0, "Similar, and not reported: 101" + short},
		{"", 0, 0, 0, 0, 0, 0, 0, ""},
		{"", 0, 0, 0, 1, 0, 0, 0, "Similar, and not reported: 1" + short},
		{"", 0, 100, 0, 5, 3000, 3, 0,
			"Similar, and not reported: 3,000 set phrases (--noise=on reports many of them, and " + explain + "), 5" +
				short + ", 3 numbers and lists (" + explain + ")"},
		{"on", 0, 100, 0, 0, 11, 0, 0, "Similar, and not reported: 11 set phrases (" + explain + ")"},
		{"", 0, 100, 0, 0, 0, 0, 20, "Similar, and not reported: 20 in text that many documents have, each with other changes (--noise=on finds most of it)"},
		{"on", 0, 100, 0, 0, 0, 0, 20, ""},
		{"", 21, 0, 0, 1, 0, 0, 0, "Similar, and not reported: 1" + short},
		{"", 20, 0, 0, 1, 0, 0, 0, "Similar, and not reported: 1 too short (" + explain + ")"},
	} {
		searched := partial.Parameters{Noise: tc.noise, MinLength: tc.length}
		ledger := map[string]int64{"passages_too_short": tc.brief, "passages_of_set_phrases": tc.set - tc.set/4,
			"document_pairs_of_set_phrases": tc.set / 4, "passages_of_numbers": tc.numbers,
			"rare_sentences_of_hot_units": tc.edited, "document_pairs_on_a_hot_ngram": 1e6,
			"passages_below_min_similarity": 1e6}
		lines := map[string]int64{"passages": tc.reported, "within": tc.within}
		if got := unreported(searched, ledger, lines); got != tc.want {
			t.Errorf("%+v: %q", tc, got)
		}
	}
}

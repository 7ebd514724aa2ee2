package partial

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/io/shardio"
	"example.org/diagonal/pipelines/partial"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/hot"
)

// unreportedShare: what is similar and was not reported is worth a line if it is more than this share of what was.
const unreportedShare = 0.1

// unreported returns the line about what was found to be similar and not reported, with the flags that show it; "" if
// there is little of it. searched, ledger and lines are those of the summary: no flag is named that the search had.
// What
// --min_similarity leaves out is not in it: the user asked for that.
func unreported(searched partial.Parameters, ledger, lines map[string]int64) string {
	type reason struct {
		counts      []string
		what, shown string
		n           int64
	}
	explained := "diagonal explain A B shows those of two documents"
	short := fmt.Sprintf("--min_length=%d reports copied words from five on", partial.MinLength)
	if searched.MinLength == partial.MinLength {
		short = explained
	}
	phrases, edited := "--noise=on reports many of them, and "+explained, []string{hot.RareSentences}
	if searched.Noise == partial.NoiseOn {
		phrases, edited = explained, nil // edited copies are found by their letters
	}
	var found []reason
	sum := int64(0)
	for _, x := range []reason{
		{counts: []string{alignment.Brief}, what: "too short", shown: short},
		{counts: []string{alignment.Formulas, alignment.Alike}, what: "set phrases", shown: phrases},
		{counts: []string{alignment.Lists}, what: "numbers and lists", shown: explained},
		{counts: edited, what: "in text that many documents have, each with other changes",
			shown: "--noise=on finds most of it"},
	} {
		for _, count := range x.counts {
			x.n += ledger[strings.TrimPrefix(count, shardio.LedgerPrefix)]
		}
		if x.n > 0 {
			found, sum = append(found, x), sum+x.n
		}
	}
	if float64(sum) <= unreportedShare*float64(lines["passages"]+lines["within"]) {
		return ""
	}
	slices.SortStableFunc(found, func(x, y reason) int { return cmp.Compare(y.n, x.n) })
	parts := make([]string, len(found))
	for i, x := range found {
		parts[i] = fmt.Sprintf("%s %s (%s)", humanize.Comma(x.n), x.what, x.shown)
	}
	return "Similar, and not reported: " + strings.Join(parts, ", ")
}

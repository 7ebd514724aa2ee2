package report

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"example.org/diagonal/docs"
)

// entry is a count of the ledger, in words.
type entry struct{ Count, What, Lost string }

// ledger returns the counts of the result that are not 0, the largest first.
func (b *builder) ledger() []entry {
	counts := b.f.Summary.Ledger
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(counts[y], counts[x]) })
	words := ledgerWords(docs.Ledger)
	var all []entry
	for _, name := range names {
		if counts[name] == 0 {
			continue
		}
		e, ok := words[name]
		if !ok {
			e.What = strings.ReplaceAll(name, "_", " ")
		}
		e.Count = humanize.Comma(counts[name])
		all = append(all, e)
	}
	return all
}

// ledgerRow is a row of a table of the ledger: names, what they count, whether a passage is lost.
var ledgerRow = regexp.MustCompile("(?m)^\\| (`[a-z_`, ]+`) \\| (.*) \\| (.*) \\|$")

// ledgerWords reads the tables of docs/ledger.md. Of two rows of one name the first counts.
func ledgerWords(page string) map[string]entry {
	plain := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "`", "")) }
	words := map[string]entry{}
	for _, row := range ledgerRow.FindAllStringSubmatch(page, -1) {
		for _, name := range strings.Split(plain(row[1]), ", ") {
			if _, ok := words[name]; !ok {
				words[name] = entry{What: plain(row[2]), Lost: plain(row[3])}
			}
		}
	}
	return words
}

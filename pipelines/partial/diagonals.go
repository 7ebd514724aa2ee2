package partial

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/vocabulary"
	"example.org/diagonal/transforms/tally"
)

// diagonals finds passages as runs of duplicate sentences: emit, pair, extend.
func diagonals(s beam.Scope, p Params, g job.Graph) matches {
	sp := p.signature(g.Shuffle)
	table := countWords(s, sp, g)
	documents, rejected, skipped := docio.Read(s, g.Plan)
	split := analysis.Split(s, analysis.Params{Shuffle: g.Shuffle}, documents)
	emitted := signature.Emit(s, sp, split.Analysed, table)
	paired := candidate.Pair(s, p.candidate(g.Shuffle), emitted.Postings)
	extended := alignment.Extend(s, alignment.Params{Diagonal: p.Diagonal, Shuffle: g.Shuffle}, paired.Matches)
	return matches{
		passages: locate.Input{Catalogue: split.Catalogue, Found: extended.Found, Hot: paired.Hot},
		rejected: rejected,
		ledger:   []beam.PCollection{skipped, split.Ledger, emitted.Ledger, paired.Ledger, extended.Ledger},
	}
}

// countWords makes the table of words that signatures need, from documents that are read
// once more (see analysis.Tokens); none where they need none.
func countWords(s beam.Scope, sp signature.Params, g job.Graph) (table tally.Table[vocabulary.Set]) {
	if !sp.NeedsTable() {
		return table
	}
	documents, _, _ := docio.Read(s, g.Plan)
	return signature.Count(s, sp, analysis.Tokens(s, documents))
}

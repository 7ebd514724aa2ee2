package partial

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"diagonal/io/docio"
	"diagonal/pipelines/job"
	"diagonal/transforms/alignment"
	"diagonal/transforms/analysis"
	"diagonal/transforms/candidate"
	"diagonal/transforms/signature"
)

// diagonals finds passages as runs of duplicate sentences: emit, pair, extend.
func diagonals(s beam.Scope, p Params, g job.Graph) matches {
	sp := p.signature(g.Shuffle)
	table := countWords(s, sp, g)
	var f matches
	var postings []beam.PCollection
	for branch := range g.Plan.Branches() {
		documents, rejected, skipped := docio.Read(s, g.Plan, branch)
		analysed := f.split(s, analysis.Params{Shuffle: g.Shuffle}, documents, rejected)
		emitted := signature.Emit(s, sp, analysed, table...)
		postings = append(postings, emitted.Postings)
		f.ledger = append(f.ledger, emitted.Ledger, skipped)
	}
	paired := candidate.Pair(s, p.candidate(g.Shuffle), postings...)
	extended := alignment.Extend(s, alignment.Params{Diagonal: p.Diagonal, Shuffle: g.Shuffle}, paired.Matches...)
	f.passages.Found = extended.Found
	f.passages.Hot = paired.Hot
	f.ledger = append(f.ledger, paired.Ledger, extended.Ledger)
	return f
}

// countWords makes the table of words that signatures need, from documents that are read
// once more (see analysis.Tokens); none where they need none.
func countWords(s beam.Scope, sp signature.Params, g job.Graph) []beam.PCollection {
	if !sp.NeedsTable() {
		return nil
	}
	var words []beam.PCollection
	for branch := range g.Plan.Branches() {
		documents, _, _ := docio.Read(s, g.Plan, branch)
		words = append(words, analysis.Tokens(s, documents))
	}
	return []beam.PCollection{signature.Count(s, sp, words...)}
}

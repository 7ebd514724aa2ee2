package partial

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
	"example.org/diagonal/transforms/tally"
)

// refine finds passages that may have been reworded: n-grams, near pairs, alignment.
func refine(s beam.Scope, p Params, g job.Graph) matches {
	gp := p.grams(g.Shuffle)
	table := sampleWords(s, gp, g)
	documents, rejected, skipped := docio.Read(s, g.Plan)
	split := analysis.Split(s, analysis.Params{Shuffle: g.Shuffle, Places: true}, documents)
	emitted := signature.EmitGrams(s, gp, split.Analysed, table)
	near := candidate.Near(s, candidate.NearParams{
		MaxDocuments: p.MaxDocuments, Directed: p.directed(),
		Groups: candidate.GroupsFor(g.Plan.TextBytes, g.Shuffle), Shuffle: g.Shuffle,
	}, candidate.Size(s, split.Analysed), emitted.Grams)
	align := seedextend.Default()
	align.Directed = p.directed()
	refined := alignment.Refine(s, alignment.RefineParams{Align: align, MinSimilarity: p.MinSimilarity, Shuffle: g.Shuffle}, alignment.RefineInput{
		Analysed: split.Analysed,
		Pairs:    near.Pairs,
		Needs:    near.Needs,
		HotUnits: near.HotUnits,
	})
	return matches{
		passages: locate.Input{Catalogue: split.Catalogue, Found: refined.Found, HotRanges: refined.Hot},
		rejected: rejected,
		ledger:   []beam.PCollection{skipped, split.Ledger, emitted.Ledger, near.Ledger, refined.Ledger},
	}
}

// sampleWords makes the table of words that candidates need, from documents that are
// read once more; none where they need none.
func sampleWords(s beam.Scope, gp signature.GramParams, g job.Graph) (table tally.Table[chain.Table]) {
	if !gp.NeedsTable() {
		return table
	}
	documents, _, _ := docio.Read(s, g.Plan)
	return signature.Sample(s, g.Shuffle, documents)
}

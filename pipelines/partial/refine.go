package partial

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"diagonal/io/docio"
	"diagonal/pipelines/job"
	"diagonal/transforms/alignment"
	"diagonal/transforms/alignment/seedextend"
	"diagonal/transforms/analysis"
	"diagonal/transforms/candidate"
	"diagonal/transforms/signature"
)

// refine finds passages that may have been reworded: n-grams, near pairs, alignment.
func refine(s beam.Scope, p Params, g job.Graph) matches {
	var f matches
	var documents, grams []beam.PCollection
	gp := p.grams(g.Shuffle)
	table := sampleWords(s, gp, g)
	for branch := range g.Plan.Branches() {
		read, rejected, skipped := docio.Read(s, g.Plan, branch)
		analysed := f.split(s, analysis.Params{Shuffle: g.Shuffle, Places: true}, read, rejected)
		emitted := signature.EmitGrams(s, gp, analysed, table...)
		documents = append(documents, analysed)
		grams = append(grams, emitted.Postings)
		f.ledger = append(f.ledger, emitted.Ledger, skipped)
	}
	near := candidate.Near(s, candidate.NearParams{
		MaxDocuments: p.MaxDocuments, Directed: p.directed(),
		Groups: candidate.GroupsFor(g.Plan.TextBytes, g.Shuffle), Shuffle: g.Shuffle,
	}, candidate.Size(s, documents...), grams...)
	align := seedextend.Default()
	align.Directed = p.directed()
	refined := alignment.Refine(s, alignment.RefineParams{Align: align, MinSimilarity: p.MinSimilarity, Shuffle: g.Shuffle}, alignment.RefineInput{
		Analysed: documents,
		Pairs:    near.Pairs,
		Needs:    near.Needs,
		HotUnits: near.HotUnits,
	})
	f.passages.Found = refined.Found
	f.passages.Hot = refined.Hot
	f.ledger = append(f.ledger, near.Ledger, refined.Ledger)
	return f
}

// sampleWords makes the table of words that candidates need, from documents that are
// read once more; none where they need none.
func sampleWords(s beam.Scope, gp signature.GramParams, g job.Graph) []beam.PCollection {
	if !gp.NeedsTable() {
		return nil
	}
	var all []beam.PCollection
	for branch := range g.Plan.Branches() {
		documents, _, _ := docio.Read(s, g.Plan, branch)
		all = append(all, documents)
	}
	return []beam.PCollection{signature.Sample(s, g.Shuffle, all...)}
}

// Package partial is the main job: it finds the passages that documents of a
// collection share, and says where they are.
//
// Source: Zhang, Zhang, Yu, Huang, "Efficient partial-duplicate detection based on
// sequence matching", SIGIR 2010 (PDC-MR). Documents are split into sentences,
// sentences that share signatures are paired, and the diagonals of each pair of
// documents are its shared passages.
package partial

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"diagonal/io/docio"
	"diagonal/io/shardio"
	"diagonal/pipelines/job"
	"diagonal/transforms/alignment"
	"diagonal/transforms/analysis"
	"diagonal/transforms/candidate"
	"diagonal/transforms/locate"
	"diagonal/transforms/shuffle"
	"diagonal/transforms/signature"
)

// Build makes the graph of the job: read, split, emit, pair, extend, locate, write.
func Build(s beam.Scope, p Params, g job.Graph) {
	sp := p.signature(g.Shuffle)
	read := countWords(s, sp, g)
	var postings, catalogue, rejected, ledger []beam.PCollection
	for branch := range g.Plan.Branches() {
		documents, bad := read(branch)
		split := analysis.Split(s, analysis.Params{Shuffle: g.Shuffle}, documents)
		emitted := signature.Emit(s, sp, split.Analysed)
		postings = append(postings, emitted.Postings)
		catalogue = append(catalogue, split.Catalogue)
		rejected = append(rejected, bad)
		ledger = append(ledger, split.Ledger, emitted.Ledger)
	}

	paired := candidate.Pair(s, p.candidate(g.Shuffle), postings...)
	extended := alignment.Extend(s, alignment.Params{Diagonal: p.Diagonal, Shuffle: g.Shuffle}, paired.Matches)
	located := locate.Locate(s, locate.Params{Shuffle: g.Shuffle}, locate.Input{
		Catalogue: catalogue,
		Found:     []beam.PCollection{extended.Found},
		Hot:       []beam.PCollection{paired.Hot},
	})
	hot := docio.Excerpt(s, g.Plan, located.Hot)
	largest := docio.Excerpt(s, g.Plan, located.Largest)

	g.Write(s, []shardio.Stream{
		shardio.Passages(s, located.Passages),
		shardio.Largest(s, largest),
		shardio.Hot(s, hot),
		shardio.HotOccurrences(s, located.HotOccurrences),
		shardio.Rejected(s, shuffle.Flatten(s, append(rejected, located.Rejected))),
	}, append(ledger, paired.Ledger, extended.Ledger, located.Ledger)...)
}

// countWords returns how to read a branch. Where signatures need a table of words, it
// is made first, from documents that are read once more (see analysis.Tokens), and
// comes with every document.
func countWords(s beam.Scope, sp signature.Params, g job.Graph) func(branch int) (documents, rejected beam.PCollection) {
	if !sp.NeedsTable() {
		return func(branch int) (beam.PCollection, beam.PCollection) { return docio.Read(s, g.Plan, branch) }
	}
	var words []beam.PCollection
	for branch := range g.Plan.Branches() {
		documents, _ := docio.Read(s, g.Plan, branch)
		words = append(words, analysis.Tokens(s, documents))
	}
	table := signature.Count(s, sp, words...)
	return func(branch int) (beam.PCollection, beam.PCollection) { return docio.ReadWith(s, g.Plan, branch, table) }
}

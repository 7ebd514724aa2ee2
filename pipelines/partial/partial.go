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
	"diagonal/transforms/analysis"
	"diagonal/transforms/locate"
	"diagonal/transforms/shuffle"
)

// Build makes the graph of the job: read, split, find passages, locate, write.
func Build(s beam.Scope, p Params, g job.Graph) {
	var f matches
	if p.Matching == Refine {
		f = refine(s, p, g)
	} else {
		f = diagonals(s, p, g)
	}
	if p.Matching == Refine {
		f.locate.LeastHot = p.MaxDocuments
	}
	f.locate.Shuffle = g.Shuffle
	located := locate.Locate(s, f.locate, f.passages)
	hot := analysis.Readable(s, docio.Excerpt(s, g.Plan, located.Hot))
	largest := analysis.Readable(s, docio.Excerpt(s, g.Plan, located.Largest))
	passages := shardio.Passages(s, located.Passages)
	switch p.OutputFormat {
	case Parquet:
		passages = passages.AsParquet()
	case PAN:
		passages = passages.AsPAN()
	}
	g.Write(s, []shardio.Stream{
		passages,
		shardio.Largest(s, largest),
		shardio.Hot(s, hot),
		shardio.HotOccurrences(s, located.HotOccurrences),
		shardio.Rejected(s, shuffle.Flatten(s, append(f.rejected, located.Rejected))),
	}, append(f.ledger, located.Ledger)...)
}

// matches is what a way of matching makes.
type matches struct {
	passages locate.Input
	locate   locate.Params
	rejected []beam.PCollection
	ledger   []beam.PCollection
}

// split adds what Split makes of the documents of one branch, and returns the analysed
// documents.
func (f *matches) split(s beam.Scope, p analysis.Params, documents, rejected beam.PCollection) beam.PCollection {
	split := analysis.Split(s, p, documents)
	f.passages.Catalogue = append(f.passages.Catalogue, split.Catalogue)
	f.rejected = append(f.rejected, rejected)
	f.ledger = append(f.ledger, split.Ledger)
	return split.Analysed
}

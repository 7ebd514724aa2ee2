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

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/passageio"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/locate"
)

// Build makes the graph of the job: read, split, find passages, locate, write.
func Build(s beam.Scope, p Params, g job.Graph) {
	lp := locate.Params{Shuffle: g.Shuffle}
	var f matches
	if p.Matching == Refine {
		f = refine(s, p, g)
		lp.LeastHot = p.MaxDocuments
	} else {
		f = diagonals(s, p, g)
	}
	located := locate.Locate(s, lp, f.passages)
	hot := analysis.Readable(s, docio.Excerpt(s, g.Plan, located.Hot))
	largest := analysis.Readable(s, docio.Excerpt(s, g.Plan, located.Largest))
	passages := shardio.Passages(s, located.Passages)
	switch p.OutputFormat {
	case Parquet:
		passages = passages.To(passageio.Parquet)
	case PAN:
		passages = passages.To(shardio.JSONL, passageio.PAN)
	}
	g.Write(s, []shardio.Stream{
		passages,
		shardio.Largest(s, largest),
		shardio.Hot(s, hot),
		shardio.HotOccurrences(s, located.HotOccurrences),
		shardio.Rejected(s, beam.Flatten(s, f.rejected, located.Rejected)),
	}, append(f.ledger, located.Ledger)...)
}

// matches is what a way of matching makes.
type matches struct {
	passages locate.Input
	// rejected is a PCollection<record.Rejected>.
	rejected beam.PCollection
	// ledger is PCollections<KV<string,int64>>.
	ledger []beam.PCollection
}

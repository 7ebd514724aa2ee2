// Package resemblance is the job that finds whole documents that resemble each other,
// or of which one contains the other, and joins them into groups.
//
// Source: Khoshdel Nikkhoo, University of Waterloo, 2010, after Broder 1997; see package
// transforms/resemblance for what differs.
package resemblance

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/io/docio"
	"example.org/diagonal/io/shardio"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/group"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/rarity"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/tally"
)

// Build makes the graph of the job: read, sketch, meet, compare, group, write.
func Build(s beam.Scope, p Params, g job.Graph) {
	rp := p.resemblance(g)
	table := countElements(s, rp, g)
	documents, rejected, skipped := docio.Read(s, g.Plan)
	split := analysis.Split(s, analysis.Params{Whole: true, Shuffle: g.Shuffle}, documents)
	emitted := resemblance.Emit(s, rp, split.Analysed, table)
	classified := resemblance.Classify(s, rp, split.Catalogue, emitted.Fingerprints)
	met := resemblance.Meet(s, rp, emitted.Features)
	delivered := resemblance.Deliver(s, rp, resemblance.DeliverInput{Members: classified.Members, Sketches: emitted.Sketches, Needs: met.Needs})
	compared := resemblance.Compare(s, rp, met.Pairs, delivered.Profiles)
	ledger := []beam.PCollection{skipped, split.Ledger, emitted.Ledger, classified.Ledger, delivered.Ledger, compared.Ledger}

	streams := []shardio.Stream{shardio.Pairs(s, compared.Pairs, delivered.Pairs)}
	if rp.Directed {
		equal, _ := resemblance.List(s, rp, classified.Listed, delivered.Classes, shuffle.Blocks[resemblance.Group]{})
		streams = append(streams, shardio.Equal(s, equal))
	} else {
		equal, grouped, counts := groups(s, p, rp, g, classified, delivered, compared)
		streams = append(streams, shardio.Equal(s, equal), shardio.Groups(s, grouped...))
		ledger = append(ledger, counts...)
	}
	streams = append(streams, shardio.Rejected(s, beam.Flatten(s, rejected, classified.Rejected)))
	g.Write(s, streams, ledger...)
}

// countElements makes the table by which elements are ordered, in a reading of its own;
// none where they are not ordered by how rare they are.
func countElements(s beam.Scope, p resemblance.Params, g job.Graph) (table tally.Table[rarity.Table]) {
	if !p.NeedsRarity() {
		return table
	}
	documents, _, _ := docio.Read(s, g.Plan)
	return resemblance.Rarity(s, p, analysis.Tokens(s, documents))
}

// groups joins what pairs connect, and measures each document of a group against the
// one that stands for it. It lists equal documents, too.
func groups(s beam.Scope, p Params, rp resemblance.Params, g job.Graph, classified resemblance.Classified, found resemblance.Delivered, compared resemblance.Compared) (equal beam.PCollection, grouped, ledger []beam.PCollection) {
	joined := group.Join(s, group.Params{Policy: p.Policy, Cells: rp.Groups, Shuffle: g.Shuffle}, compared.Links)
	delivered := resemblance.Deliver(s, rp, resemblance.DeliverInput{Profiles: compared.Profiles, Needs: joined.Needs})
	single, several := resemblance.Measure(s, rp, joined.Pairs, delivered.Profiles)
	equal, listed := resemblance.List(s, rp, classified.Listed, found.Classes, several)
	return equal, []beam.PCollection{single, listed, joined.Representatives}, []beam.PCollection{joined.Ledger, delivered.Ledger}
}

package resemblance

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/group"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/resemblance"
	"example.org/diagonal/transforms/resemblance/rarity"
)

// Result contains the collections that Find returns.
type Result struct {
	// Pairs is a PCollection<record.SimilarPair>. With Params.OnlyGroups it is not valid
	// (beam.PCollection.IsValid).
	Pairs beam.PCollection
	// Equal is a PCollection<record.Equal>: each document with the words of another one, and
	// the one that represents it.
	Equal beam.PCollection
	// Groups is a PCollection<record.Grouped>: each document of a group of two or more, and
	// the one that represents it. With Params.Directed there are no groups, and Groups is not
	// valid (beam.PCollection.IsValid).
	Groups beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents that were not compared because
	// another document has their id.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>: counts, and what was not compared, by
	// reason. A name may occur several times; its count is the sum.
	Ledger beam.PCollection
}

// Find finds the documents that resemble each other. documents is a
// PCollection<record.Document> from anywhere. Their ids should be unique on each side.
//
// Find panics with a *parameter.Error if p is not valid.
func Find(s beam.Scope, p Params, documents beam.PCollection) Result {
	s = s.Scope("resemblance.Find")
	parameter.Must(p.Validate())
	shuffle.CheckGlobal("resemblance.Find", documents)
	rp := p.stages()
	split := analysis.Split(s, analysis.Params{Whole: true, Shuffle: p.Shuffle}, documents)
	var table tally.Table[rarity.Table]
	if rp.NeedsRarity() {
		table = resemblance.Rarity(s, rp, split.Analysed)
	}
	emitted := resemblance.Emit(s, rp, split.Analysed, table)
	classified := resemblance.Classify(s, rp, split.Catalogue, emitted.Fingerprints)
	met := resemblance.Meet(s, rp, emitted.Features)
	delivered := resemblance.Deliver(s, rp, resemblance.DeliverInput{Members: classified.Members,
		Sketches: emitted.Sketches, Needs: met.Needs, Pairs: met.Pairs})
	compared := resemblance.Compare(s, rp, met.Pairs, delivered.Profiles)
	ledger := []beam.PCollection{split.Ledger, emitted.Ledger, classified.Ledger, met.Ledger, delivered.Ledger,
		compared.Ledger}

	r := Result{Rejected: classified.Rejected}
	if !p.OnlyGroups {
		r.Pairs = beam.Flatten(s, compared.Pairs, delivered.Pairs)
	}
	if p.Directed {
		r.Equal, _ = resemblance.List(s, rp, classified.Listed, delivered.Classes, shuffle.Blocks[resemblance.Group]{})
		r.Ledger = beam.Flatten(s, ledger...)
		return r
	}
	join := group.Join
	if p.Groups == Stars {
		join = group.Stars
	}
	joined := join(s, p.group(), compared.Links)
	representatives := resemblance.Deliver(s, rp,
		resemblance.DeliverInput{Profiles: compared.Profiles, Needs: joined.Needs, Pairs: joined.Pairs})
	single, several := resemblance.Measure(s, rp, joined.Pairs, representatives.Profiles)
	equal, listed := resemblance.List(s, rp, classified.Listed, delivered.Classes, several)
	r.Equal, r.Groups = equal, beam.Flatten(s, single, listed, joined.Representatives)
	r.Ledger = beam.Flatten(s, append(ledger, joined.Ledger, representatives.Ledger)...)
	return r
}

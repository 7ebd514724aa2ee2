package reuse

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/reuse"
	"example.org/diagonal/transforms/reuse/prefix"
)

// Result contains the collections that Find returns.
type Result struct {
	// Pairs is a PCollection<record.ReusePair>: pairs of documents with a score of at least ThetaD.
	Pairs beam.PCollection
	// Sentences is a PCollection<record.ReusedSentence>: the pairs of sentences that made the scores.
	// Offsets refer to record.Document.Text.
	Sentences beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents that were not compared because another
	// document has their id.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>: counts, and what was not compared, by reason. A name
	// may occur several times; its count is the sum.
	Ledger beam.PCollection
}

// Find finds the documents that reuse sentences of each other. documents is a
// PCollection<record.Document> from anywhere. Their ids should be unique on each side.
//
// Find panics with a *parameter.Error if p is not valid.
func Find(s beam.Scope, p Params, documents beam.PCollection) Result {
	s = s.Scope("reuse.Find")
	parameter.Must(p.Validate())
	shuffle.CheckGlobal("reuse.Find", documents)
	rp := p.stages()
	split := analysis.Split(s, analysis.Params{Shuffle: p.Shuffle}, documents)
	size := candidate.Size(s, split.Analysed)
	var order tally.Table[prefix.Order]
	if rp.Ordered() {
		order = reuse.Count(s, rp, split.Analysed)
	}
	ledger := []beam.PCollection{split.Ledger, candidate.Used(s, rp.MaxDocuments, size)}
	signs, chosen := reuse.Choose(s, rp, split.Analysed)
	if chosen.IsValid() {
		ledger = append(ledger, chosen)
	}
	emitted := reuse.Emit(s, rp, split.Analysed, order, signs)
	var met reuse.Met
	if rp.Meets() {
		met = reuse.Meet(s, rp, size, emitted)
		ledger = append(ledger, met.Ledger)
	}
	delivered := reuse.Deliver(s, rp, emitted.Members, emitted.Bags, met.Needs)
	likes, compared := reuse.Compare(s, rp, delivered, met.Pairs)
	judged := reuse.Judge(s, rp, size, reuse.JudgeInput{Members: emitted.Members, Likes: likes, Crowds: met.Crowds})
	matches, expanded := reuse.Expand(s, rp, judged.Halves)
	sides, scored := reuse.Score(s, rp, judged.Matches, matches)
	sides, beyond := reuse.Top(s, rp, sides)
	if beyond.IsValid() {
		ledger = append(ledger, beyond)
	}
	located := reuse.Locate(s, rp, split.Catalogue, sides)
	return Result{
		Pairs: located.Pairs, Sentences: located.Sentences, Rejected: located.Rejected,
		Ledger: beam.Flatten(s, append(ledger, compared, judged.Ledger, expanded, scored, located.Ledger)...),
	}
}

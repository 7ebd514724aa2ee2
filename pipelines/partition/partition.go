// Package partition divides a collection into sets of similar documents. It is a graph over
// PCollections: documents may come from anywhere, and the result may go anywhere.
//
//	p := partition.Defaults()
//	p.Shuffle = shuffle.Size(textBytes, 0, 0)
//	found := partition.Find(s, p, documents) // documents is a PCollection<record.Document>
//	// found.Sets is a PCollection<record.InSet>: one for each document
//
// Every document is in exactly one set. A set has a representative, and every document of it is
// similar to the representative. Documents are compared by the longest common subsequence of their
// words, without the templates of their sites:
//
//	r = words in common, in the same order / words of the two together, those in common once
//
// Source: Huang, Wang, Li, "Achieving both high precision and high recall in near-duplicate
// detection", CIKM 2008; see package transforms/partition for the stages and for what differs. The
// result is the same set of records for any order of the documents, any number of shards and
// workers, and any runner.
package partition

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/partition"
	"example.org/diagonal/transforms/partition/similar"
	"example.org/diagonal/transforms/partition/site"
	"example.org/diagonal/transforms/resemblance"
)

// Params configures Find. Start from Defaults. Shuffle is required.
type Params = partition.Params

// Defaults returns Params with the default of every field but Shuffle.
func Defaults() Params {
	return Params{
		Templates: true, Hashed: partition.Shingles, N: 6, Buckets: 16, Smallest: 1, MaxPages: 200,
		Similar: similar.Params{Method: similar.LCS, MinR: .5, MinCosine: .9, Distance: 3},
	}
}

// Result contains the collections that Find returns.
type Result struct {
	// Sets is a PCollection<record.InSet>: one for each document that is not rejected.
	Sets beam.PCollection
	// Sizes is a PCollection<record.SetSize>: one for each set of two or more documents.
	Sizes beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents whose id another document has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>: counts, and what was not compared, by reason. A
	// name may occur several times; its count is the sum.
	Ledger beam.PCollection
}

// Find divides documents, a PCollection<record.Document>, into sets. Their ids should be unique. Find
// panics with a *parameter.Error if p is not valid.
func Find(s beam.Scope, p Params, documents beam.PCollection) Result {
	return FindAgainst(s, p, documents, beam.PCollection{})
}

// FindAgainst is Find for a collection that has grown. earlier is a PCollection<record.InSet>: the Sets that Find
// returned for a part of the documents. Only documents that are new are in the result. A new document is in the set of
// the first representative of earlier that it is similar to. Those that are similar to none make new sets.
func FindAgainst(s beam.Scope, p Params, documents, earlier beam.PCollection) Result {
	s = s.Scope("partition.Find")
	parameter.Must(p.Validate())
	shuffle.CheckGlobal("partition.Find", documents)
	split := analysis.Split(s, analysis.Params{Numbers: p.Templates, Shuffle: p.Shuffle}, documents)
	emitted := partition.Emit(s, p, split.Analysed)
	lines, expected := partition.Earlier(s, p, earlier)
	classes := resemblance.Classes(s, p.Shuffle, split.Catalogue, emitted.Fingerprints, lines)
	gathered := partition.Gather(s, p, classes, emitted.Contents)
	var templates tally.Table[site.Table]
	if p.Templates {
		templates = partition.Templates(s, p, gathered.Counts)
	}
	stripped := partition.Strip(s, p, gathered.Pages, templates)
	assigned, joined := partition.Join(s, p, stripped.Postings)
	bySet, alone := partition.Assign(s, p, stripped.Pages, assigned)
	divided := partition.Divide(s, p, bySet)
	listed, taken := partition.List(s, p, classes.Listed, alone.Placed, divided.Placed)
	ledger := []beam.PCollection{split.Ledger, classes.Ledger, gathered.Ledger, stripped.Ledger, joined, alone.Ledger,
		divided.Ledger, taken}
	sizes := []beam.PCollection{alone.Sizes, divided.Sizes}
	if expected.IsValid() {
		grown, joined := partition.Grow(s, p, alone.Grown, divided.Grown)
		sizes, ledger = append(sizes, grown), append(ledger, expected, joined)
	}
	return Result{
		Sets:     beam.Flatten(s, alone.Sets, divided.Sets, listed),
		Sizes:    beam.Flatten(s, sizes...),
		Rejected: classes.Rejected,
		Ledger:   beam.Flatten(s, ledger...),
	}
}

// Parameters is the JSON form of the Params that decide a result, as summary.json has it. It has no
// fields that have no effect.
type Parameters struct {
	Method        string  `json:"method"`
	MinR          float64 `json:"min_r,omitempty"`
	MinCosine     float64 `json:"min_cosine,omitempty"`
	Distance      *int    `json:"distance,omitempty"`
	SiteTemplates string  `json:"site_templates"`
	Hashed        string  `json:"hashed,omitempty"`
	N             int     `json:"n,omitempty"`
	Buckets       int     `json:"buckets,omitempty"`
	Smallest      int     `json:"smallest,omitempty"`
	MaxSet        int     `json:"max_set"`
}

// The values of Parameters.SiteTemplates.
const (
	TemplatesAuto = "auto"
	TemplatesOff  = "off"
)

// ParametersOf returns the JSON form of p.
func ParametersOf(p Params) Parameters {
	out := Parameters{Method: p.Similar.Method, SiteTemplates: TemplatesOff, MaxSet: p.MaxPages}
	if p.Templates {
		out.SiteTemplates = TemplatesAuto
	}
	switch p.Similar.Method {
	case similar.LCS:
		out.MinR = p.Similar.MinR
	case similar.Cosine:
		out.MinCosine = p.Similar.MinCosine
	case similar.SimHash:
		out.Distance = &p.Similar.Distance
		return out
	}
	out.Hashed, out.Buckets, out.Smallest = p.Hashed, p.Buckets, p.Smallest
	if p.Hashed == partition.Shingles {
		out.N = p.N
	}
	return out
}

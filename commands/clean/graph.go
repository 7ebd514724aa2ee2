package clean

import (
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/commands/job"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/io/result"
	"example.org/diagonal/io/shardio"
	pipeline "example.org/diagonal/pipelines/clean"
	"example.org/diagonal/transforms/cleaning"
)

// Documents is the folder of the cleaned collection, inside the result.
const Documents = result.Documents

// Attributes is the folder of the ranges of documents, inside the result, with the policy Annotate.
const Attributes = "attributes"

// Names of the streams.
const (
	manifestStream = "manifest"
	droppedStream  = "dropped"
	cutsStream     = "cuts"
)

var (
	manifestOf = shardio.StreamOf[record.Removed](manifestStream)
	droppedOf  = shardio.StreamOf[record.Removed](droppedStream)
	cutsOf     = shardio.StreamOf[record.Cut](cutsStream)
)

// build makes the graph of one pass: it reads documents and a result, decides, and writes.
func build(s beam.Scope, p Params, r *searchResult, g job.Graph) {
	g.Shuffle = sized(g, r)
	in := g.Read(s)
	meeting := &parts{graph: g, check: newCheck(p, r), skipped: in.Skipped, subjects: partsOf(s, g)}
	if p.annotates() {
		meeting.field = p.Field
	}
	found := readResult(s, r)
	found.Documents = in.Documents
	params, ledger := p.pipeline(r, g.Shuffle), []beam.PCollection{in.Skipped}
	var listed []shardio.Stream
	if p.step == templateStep {
		removed, templates, counts := findSites(s, p, g, params.Cleaning(), in.Documents)
		found.Spans, ledger, listed = removed, append(ledger, counts), []shardio.Stream{templatesOf(s, templates)}
	}
	if p.step == nearStep {
		var counts beam.PCollection
		found.Near, counts = similarOf(s, p, g, in.Documents)
		ledger = append(ledger, counts)
	}
	cleaned := pipeline.FindAt(s, params, found, meeting)
	g.Write(s, append([]shardio.Stream{
		manifestOf(s, cleaned.Removed), droppedOf(s, cleaned.Dropped), cutsOf(s, cleaned.Cuts),
		job.RejectedOf(s, beam.Flatten(s, in.Rejected, cleaned.Rejected)),
	}, listed...), append(ledger, cleaned.Ledger)...)
}

// sized returns the shuffle for an input and a result, which may be larger than the input.
func sized(g job.Graph, r *searchResult) shuffle.Params {
	sh := g.Shuffle
	if more := shuffle.Size(r.size, sh.Workers, sh.Memory); more.Shards > sh.Shards {
		sh.Shards = more.Shards
	}
	return sh
}

// pipeline returns the parameters of the library for one pass.
func (p Params) pipeline(r *searchResult, sh shuffle.Params) pipeline.Params {
	return pipeline.Params{
		Policy: p.decide(), Keep: p.keep,
		Passages: cleaning.PassageParams{MinSimilarity: p.minSimilarity(r), Sentences: !r.ranges,
			Directed: r.directed && !p.against()},
		MinText: p.MinText, MinCut: p.MinCut, Runs: p.runs(), Exact: p.Exact > 0 && p.step == cleanStep,
		Result: r.dir, Collection: strings.Join(p.Job.Docs.Input, ", "), Sample: p.Job.Docs.Share > 0, Shuffle: sh,
	}
}

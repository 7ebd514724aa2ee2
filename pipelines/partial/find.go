package partial

import (
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/alignment/seedextend"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/cluster"
	"example.org/diagonal/transforms/hot"
	"example.org/diagonal/transforms/letters"
	"example.org/diagonal/transforms/locate"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/share"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/chain"
)

func init() {
	register.Function1x2(hotFn)
	register.Function2x0(noSourceFn)
}

// Result contains the collections that Find returns.
type Result struct {
	// Passages is a PCollection<record.Passage>: each passage of two documents, once. Offsets
	// refer to record.Document.Text.
	Passages beam.PCollection
	// Within is a PCollection<record.Passage>: each passage that one document contains twice,
	// once. A and B are the same document.
	Within beam.PCollection
	// Hot is a PCollection<record.HotPassage>: each passage that is in more than
	// Params.MaxDocuments documents, once. Its Text is empty, because texts do not travel.
	Hot beam.PCollection
	// HotOccurrences is a PCollection<record.HotOccurrence>: every place of a hot passage.
	HotOccurrences beam.PCollection
	// Documents is a PCollection<record.DocumentShare>: for each document with a passage or a
	// hot passage, how much of it is found elsewhere. With Params.Directed it has the documents
	// of the side record.Input only.
	Documents beam.PCollection
	// Rejected is a PCollection<record.Rejected>: documents that were not compared because
	// another document has their id.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>: counts, and what was not compared, by
	// reason. A name may occur several times; its count is the sum.
	Ledger beam.PCollection

	// HotExcerpts is a PCollection<record.Excerpt> with a piece of text that has still to be
	// read for each hot passage, and Largest one for each of the ten largest of Passages. A
	// program whose documents come from docio.Read reads the texts with docio.Excerpt.
	HotExcerpts, Largest beam.PCollection
	// Located is each passage of Passages and Within, with where its documents were read, for a program
	// that reads their texts again. It is the zero value unless Params.Located is set.
	Located shuffle.Blocks[locate.Located]
	// Clusters is a PCollection<record.Excerpt> of record.Cluster, whose text has still to be read, and
	// ClusterPlaces a PCollection<record.ClusterPlace>. They are not valid unless Params.Clusters is set.
	Clusters, ClusterPlaces beam.PCollection
}

// Find finds the passages that documents share. documents is a PCollection<record.Document>
// from anywhere. Their ids should be unique on each side.
//
// Find panics with a *parameter.Error if p is not valid.
func Find(s beam.Scope, p Params, documents beam.PCollection) Result {
	s = s.Scope("partial.Find")
	parameter.Must(p.Validate())
	shuffle.CheckGlobal("partial.Find", documents)
	if p.Matching == Refine {
		return refine(s, p, documents)
	}
	sp := p.signature(p.Shuffle)
	split := analysis.Split(s, analysis.Params{Where: p.where(), Ignored: p.Ignored, Shuffle: p.Shuffle}, documents)
	var table tally.Table[vocabulary.Set]
	switch {
	case sp.NeedsTable() && p.Of != nil:
		table = tally.Given[vocabulary.Set](s, p.Of.Words)
	case sp.NeedsTable():
		table = signature.Count(s, sp, split.Analysed)
	}
	emitted := signature.Emit(s, sp, split.Analysed, table)
	return diagonals(s, p, sp.Exact(), split, emitted.Postings, emitted.Ledger)
}

// FindBy finds the passages that documents share by signatures of one's own, instead of those of
// package signature: sentences whose sets of signatures have a Jaccard similarity of at least
// p.Signature.Tau are paired, and diagonals of such pairs are passages. A sentence with one
// signature pairs with sentences that have the same one.
//
// documents is a PCollection<record.Document>. postings are made from the same documents by a
// stage with a signature.Poster, for p.Shuffle and p.Signature.Tau.
//
// p.Matching must be Diagonal. Of p.Signature only Tau has an effect. FindBy panics with a
// *parameter.Error if p is not valid.
func FindBy(s beam.Scope, p Params, documents beam.PCollection, postings shuffle.Blocks[signature.Posting]) Result {
	s = s.Scope("partial.FindBy")
	parameter.Must(p.validateBy())
	shuffle.CheckGlobal("partial.FindBy", documents)
	return diagonals(s, p, false, analysis.Split(s, analysis.Params{Shuffle: p.Shuffle}, documents), postings)
}

// diagonals finds passages as runs of duplicate sentences.
func diagonals(
	s beam.Scope, p Params, exact bool, split analysis.Result, postings shuffle.Blocks[signature.Posting],
	ledger ...beam.PCollection,
) Result {
	size := p.size(s, split.Analysed)
	paired := candidate.Pair(s, p.candidate(exact), size, postings)
	extended := alignment.Extend(s, alignment.Params{Diagonal: p.Diagonal, Trace: p.Of.trace(), Shuffle: p.Shuffle},
		paired.Matches)
	located := locate.Locate(s, locate.Params{Shuffle: p.Shuffle, Choice: p.choice(), Located: p.Located,
		Sides: p.Clusters}, locate.Input{
		Catalogue: split.Catalogue, Found: extended.Found, Hot: paired.Hot,
	})
	return result(s, p, located, append(ledger, candidate.Used(s, p.MaxDocuments, size), split.Ledger,
		paired.Ledger, extended.Ledger)...)
}

// refine finds passages that may have been reworded: n-grams, near pairs, alignment.
func refine(s beam.Scope, p Params, documents beam.PCollection) Result {
	noisy := p.Noise == NoiseOn && p.Of == nil // what is known of the rest of a collection is not about letters
	measured := p.Noise == NoiseAuto && p.Of == nil
	split := analysis.Split(s, analysis.Params{Places: true, Spelling: noisy, Misread: measured, Where: p.where(),
		Ignored: p.Ignored, Shuffle: p.Shuffle}, documents)
	gp := p.grams(p.Shuffle)
	var table tally.Table[chain.Table]
	switch {
	case gp.NeedsTable() && p.Of != nil:
		table = tally.Given[chain.Table](s, p.Of.Words)
	case gp.NeedsTable():
		table = signature.Sample(s, p.Shuffle, p.Share, split.Analysed)
	}
	kept := analysis.Keep(s, p.Shuffle, split.Analysed)
	var misread []beam.PCollection
	if measured { // before the stages that cost most: the embedded runner takes stages in the order of the graph
		misread = append(misread, analysis.CountMisread(s, split.Sketches, kept))
	}
	emitted := signature.EmitUnits(s, gp, kept, table)
	size := p.size(s, split.Analysed)
	near := candidate.Near(s, candidate.NearParams{
		MaxDocuments: p.MaxDocuments, Choice: p.choice(), Apart: !p.Within,
		Trace: p.Of.trace(), Census: p.Share > 0, Shuffle: p.Shuffle,
	}, size, emitted.Postings)
	function := p.function(s, split.Analysed)
	align := seedextend.Params{Directed: p.Directed}
	if p.MinLength < usualLength {
		align.QuoteChars = float64(p.MinLength)
	}
	refined := alignment.Refine(s, alignment.RefineParams{Align: align, MinSimilarity: p.MinSimilarity,
		MinEvidence: p.MinEvidence, MinProse: p.MinProse, MaxDocuments: p.MaxDocuments.AnySize(),
		Trace: p.Of.trace(), Shuffle: p.Shuffle}, alignment.RefineInput{
		Kept: kept, Pairs: near.Pairs, Needs: near.Needs, HotUnits: near.HotUnits, Function: function,
	})
	found, ledger := refined.Found, append(misread, candidate.Used(s, p.MaxDocuments, size), split.Ledger,
		emitted.Ledger, near.Ledger, refined.Ledger)
	if noisy {
		byLetters := letters.Find(s, letters.Params{
			MaxDocuments: p.MaxDocuments, Choice: p.choice(), MinSimilarity: p.MinSimilarity,
			MinEvidence: p.MinEvidence, MinProse: p.MinProse, Shuffle: p.Shuffle,
		}, letters.Input{
			Kept: kept, Documents: size, Letters: letters.Count(s, kept), Function: function, ByWords: refined.Found,
		})
		found, ledger = byLetters.Found, append(ledger, byLetters.Ledger)
	}
	passages := hot.Find(s, hot.Params{MaxDocuments: p.MaxDocuments, Shuffle: p.Shuffle}, size, refined.Hot)
	located := locate.Locate(s, locate.Params{Shuffle: p.Shuffle, Choice: p.choice(), Located: p.Located,
		Sides: p.Clusters}, locate.Input{
		Catalogue: split.Catalogue, Found: found, HotRanges: passages.Ranges,
	})
	return result(s, p, located, append(ledger, passages.Ledger)...)
}

func result(s beam.Scope, p Params, l locate.Result, ledger ...beam.PCollection) Result {
	if p.Directed { // the count is there if there is no such document, too
		ledger = append(ledger, beam.ParDo(s, noSourceFn, beam.Impulse(s)))
	}
	shares, inside := share.Measure(s, share.Params{Shuffle: p.Shuffle}, l.Reuse)
	var clusters cluster.Result
	if p.Clusters {
		clusters = cluster.Join(s, cluster.Params{DateField: p.DateField, Shuffle: p.Shuffle}, l.Sides)
		ledger = append(ledger, clusters.Ledger)
	}
	return Result{
		Clusters: clusters.Clusters, ClusterPlaces: clusters.Places,
		Passages: l.Passages, Within: l.Within, Hot: beam.ParDo(s, hotFn, l.Hot), HotOccurrences: l.HotOccurrences,
		Rejected:  l.Rejected,
		Documents: shares,
		Ledger:    beam.Flatten(s, append(ledger, l.Ledger, inside)...), HotExcerpts: l.Hot, Largest: l.Largest,
		Located: l.Located,
	}
}

func noSourceFn(_ []byte, count func(string, int64)) { count(analysis.SourceDocuments, 0) }

// hotFn returns the hot passage of an excerpt.
func hotFn(e record.Excerpt) (h record.HotPassage, err error) {
	return h, json.Unmarshal(e.Value, &h)
}

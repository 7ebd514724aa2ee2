// Package locate gives passages their places: it joins them with the catalogue, which has
// the ids of documents and the places of their sentences in code points and bytes.
//
// It also rejects documents whose id another document has, with all their passages (package
// catalogue).
package locate

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/parameter"
)

func init() {
	engine.RegisterReduce[*place]()
	engine.RegisterReduce[*join]()
}

// Names of the ledger.
const (
	// Passages is passages of two documents in the result, WithinPassages those inside one.
	Passages       = "passages"
	WithinPassages = "within"
	// HotPassages is hot passages in the result.
	HotPassages = "hot_passages"
	// HotOccurrences is their places.
	HotOccurrences = "hot_occurrences"
	// HotDocuments is documents of the input that have one.
	HotDocuments = "documents_with_hot_passages"
	// Furniture, WholeTexts, Insides and Quotations is the passages of two documents by their record.Type.
	Furniture  = "passages_of_furniture"
	WholeTexts = "passages_of_whole_texts"
	Insides    = "passages_inside_others"
	Quotations = "passages_of_quotations"
	// Orphans is passages dropped because one of their documents was rejected.
	Orphans = "not_compared.passages_of_rejected_documents"
)

// Params configures Locate.
type Params struct {
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
	// Choice says which documents are compared.
	candidate.Choice
	// Located makes Locate return Result.Located, Sides Result.Sides.
	Located, Sides bool
}

// Input is the input of Locate. All of it is by document.
type Input struct {
	// Catalogue has an entry for every document.
	Catalogue shuffle.Blocks[catalogue.Entry]
	// Found is both sides of each passage.
	Found shuffle.Blocks[alignment.Side]
	// Hot is hot sentences, HotRanges hot ranges. Either may be none.
	Hot       shuffle.Blocks[candidate.HotRun]
	HotRanges shuffle.Blocks[alignment.HotRange]
}

// Result is the result of Locate.
type Result struct {
	// Passages is a PCollection<record.Passage>: those of two documents. Within is one of
	// those inside one document.
	Passages, Within beam.PCollection
	// Hot is a PCollection<record.Excerpt> of record.HotPassage without its text.
	Hot beam.PCollection
	// Largest is a PCollection<record.Excerpt> of the ten largest passages of two documents.
	Largest beam.PCollection
	// HotOccurrences is a PCollection<record.HotOccurrence>.
	HotOccurrences beam.PCollection
	// Located is each passage of Passages and Within, with where its documents were read. It is
	// empty unless Params.Located is set.
	Located shuffle.Blocks[Located]
	// Sides is both sides of each passage of Passages and Within. It is empty unless Params.Sides is set.
	Sides shuffle.Blocks[Side]
	// Reuse is each range of a document of the input that a passage has, and each hot passage of it, as
	// far as its sentences are in hot passages of another document that is compared with it.
	Reuse shuffle.Blocks[Reuse]
	// Rejected is a PCollection<record.Rejected>: documents whose id another one has.
	Rejected beam.PCollection
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Locate joins passages and hot sentences with the catalogue. It panics if p is not valid.
func Locate(s beam.Scope, p Params, in Input) Result {
	s = s.Scope("locate.Locate")
	parameter.Must(p.Shuffle.Validate())
	placed := engine.Reduce(s, p.Shuffle, "locate.Locate", &place{
		Params: p, Entries: engine.From(in.Catalogue), Found: engine.From(in.Found), Hot: engine.From(in.Hot),
		HotRanges: engine.From(in.HotRanges),
	})
	joined := engine.Reduce(s, p.Shuffle, "locate.Locate, passages", &join{
		Params: p, Placed: engine.From(placed.Placed.Blocks()), Largest: engine.To[large](p.Shuffle.Ungrouped()),
	})
	hot := engine.Reduce(s, p.Shuffle, "locate.Locate, hot passages", &addHot{Sums: engine.From(placed.Sums.Blocks())})
	largest := engine.Reduce(s, p.Shuffle.Ungrouped(), "locate.Locate, largest passages",
		&longest{Kept: engine.From(joined.Largest.Blocks())})
	hotReuse := placed.Reuse.Blocks()
	if !p.Witnesses().All() {
		hotReuse = foundElsewhere(s, p, placed.Parts.Blocks(), placed.Witnesses.Blocks())
	}
	return Result{
		Passages: joined.Passages.Collection(), Within: joined.Within.Collection(), Hot: hot.Hot.Collection(),
		Largest:        largest.Largest.Collection(),
		HotOccurrences: placed.Occurrences.Collection(), Rejected: placed.Rejected.Collection(),
		Located: joined.Located.Blocks(), Sides: joined.Sides.Blocks(),
		Reuse:  shuffle.Flatten(s, joined.Reuse.Blocks(), hotReuse),
		Ledger: beam.Flatten(s, placed.Ledger.Collection(), joined.Ledger.Collection(), hot.Ledger.Collection()),
	}
}

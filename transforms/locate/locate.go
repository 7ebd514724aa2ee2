// Package locate gives passages their places: it joins them with the catalogue, which has
// the ids of documents and the places of their sentences in code points and bytes.
//
// It also rejects documents whose id another document has, with all their passages (package
// catalogue).
package locate

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/catalogue"
)

func init() {
	dofn.Plain(&placeFn{})
	dofn.Plain(&joinFn{})
	dofn.Plain(&witnessFn{})
	dofn.Plain(&elsewhereFn{})
	register.Emitter1[record.Rejected]()
	register.Emitter1[record.Passage]()
	register.Emitter1[record.Excerpt]()
	register.Emitter1[record.HotOccurrence]()
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
	Found shuffle.Blocks[alignment.Passage]
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
	// Located is each passage of Passages and Within, with where its documents were read. It is the
	// zero value unless Params.Located is set.
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
	if err := p.Shuffle.Validate(); err != nil {
		panic(err)
	}
	sides, sums, hotReuse, witnesses, occurrences, rejected, counts := beam.ParDo7(s, &placeFn{Params: p}, shuffle.Group(s, p.Shuffle, in.Catalogue, in.Found, in.Hot, in.HotRanges))
	grouped := shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[placedSide](p.Shuffle, sides))
	passages, within, largest, reuse, joined, ledger := beam.ParDo6(s, &joinFn{Params: p}, grouped)
	hot, hotLedger := beam.ParDo2(s, &hotFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.BlocksOf[hotSum](p.Shuffle, sums)))
	if !p.Witnesses().All() {
		hotReuse = elsewhere(s, p, hotReuse, witnesses)
	}
	var located shuffle.Blocks[Located]
	if p.Located {
		located = shuffle.BlocksOf[Located](p.Shuffle, beam.ParDo(s, &locatedFn{Params: p}, grouped))
	}
	return Result{
		Passages: passages, Within: within, Hot: hot, Largest: largestOf(s, largest), HotOccurrences: occurrences, Rejected: rejected,
		Located: located, Sides: shuffle.BlocksOf[Side](p.Shuffle, joined),
		Reuse:  shuffle.Flatten(s, shuffle.BlocksOf[Reuse](p.Shuffle, reuse), shuffle.BlocksOf[Reuse](p.Shuffle, hotReuse)),
		Ledger: beam.Flatten(s, counts, ledger, hotLedger),
	}
}

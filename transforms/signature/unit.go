package signature

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature/chain"
)

func init() {
	dofn.Plain(&unitFn{})
	dofn.Plain(&unitWithTableFn{})
}

// Names of the ledger.
const (
	// Grams counts n-grams.
	Grams = "ngrams"
	// Chains counts information chains and whole units.
	Chains = "chains"
	// Apparatus counts words that are apparatus (record.Spans), which have no signatures.
	Apparatus = "not_compared.words_of_apparatus"
)

// The kinds of signatures that make documents candidates.
const (
	// AutoCandidates is word 3-grams in a small collection, chains in a large one.
	AutoCandidates = "auto"
	// GramCandidates is every run of three words.
	GramCandidates = "grams"
	// ChainCandidates is information chains (package chain), and whole units.
	ChainCandidates = "chains"
)

// chainsFrom is the least number of words in a collection for which AutoCandidates chooses chains.
const chainsFrom = 10_000_000

// CandidatesFor returns what AutoCandidates chooses for a collection of so many words.
func CandidatesFor(words int64) string {
	if words < chainsFrom {
		return GramCandidates
	}
	return ChainCandidates
}

// UnitParams configures EmitUnits.
type UnitParams struct {
	// Candidates is the kind of signatures: AutoCandidates, GramCandidates or
	// ChainCandidates. 3-grams find a little more reworded text. But the number of their
	// chance matches grows with the square of the collection, that of chains in proportion to
	// it.
	Candidates string
	// MaxDocuments is candidate.PairedDocuments of candidate.NearParams.MaxDocuments, or 0. Places of a signature in more
	// documents are spread over all shards, because they are not paired. It never changes the
	// result.
	MaxDocuments int
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p UnitParams) Validate() error {
	if p.Candidates != AutoCandidates && p.Candidates != GramCandidates && p.Candidates != ChainCandidates {
		return &parameter.Error{Of: "signature.UnitParams", Name: "Candidates", Value: p.Candidates, Want: "auto, grams or chains"}
	}
	if p.MaxDocuments < 0 {
		return &parameter.Error{Of: "signature.UnitParams", Name: "MaxDocuments", Value: p.MaxDocuments, Want: "0 (no cap) or more"}
	}
	return p.Shuffle.Validate()
}

// NeedsTable reports whether EmitUnits needs the result of Sample.
func (p UnitParams) NeedsTable() bool { return p.Candidates != GramCandidates }

// UnitResult is the result of EmitUnits.
type UnitResult struct {
	// Postings is by document, in the shard of the signatures: a document sends each shard
	// one record.
	Postings shuffle.Blocks[UnitPostings]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// EmitUnits makes the signatures of each document, which has spans and is kept (analysis.Keep):
// word 3-grams by unit, or chains by unit and word, and hashes of whole units. table is the result
// of Sample if p.NeedsTable, else the zero value. EmitUnits panics if p is not valid, or if the
// table is missing or not needed.
func EmitUnits(s beam.Scope, p UnitParams, kept shuffle.Blocks[record.Analysed], table tally.Table[chain.Table]) UnitResult {
	s = s.Scope("signature.EmitUnits")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	table.Require(p.NeedsTable(), "signature.EmitUnits", p.Candidates)
	p.Shuffle = p.Shuffle.Postings()
	if !p.NeedsTable() {
		return p.result(beam.ParDo2(s, &unitFn{unitEmitter{Params: p}}, kept.Collection()))
	}
	fn := &unitWithTableFn{unitEmitter: unitEmitter{Params: p}}
	return p.result(beam.ParDo2(s, fn, kept.Single(s).Collection(), table.Side(fn)...))
}

func (p UnitParams) result(postings, ledger beam.PCollection) UnitResult {
	return UnitResult{shuffle.BlocksOf[UnitPostings](p.Shuffle, postings), ledger}
}

// unitFn makes 3-grams, which need no table.
type unitFn struct{ unitEmitter }

func (fn *unitFn) StartBundle(_ func(int, []byte), _ func(string, int64)) { fn.start() }

func (fn *unitFn) ProcessElement(_ int, kept []byte, emit func(int, []byte), _ func(string, int64)) error {
	return fn.documents(kept, emit)
}

func (fn *unitFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.finish(emit, ledger)
}

// unitWithTableFn makes 3-grams or chains, which the table decides.
type unitWithTableFn struct {
	unitEmitter

	bundle dofn.Bundle
}

func (fn *unitWithTableFn) ProcessElement(_ int, kept, table []byte, emit func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error { fn.start(); return fn.use(table) }); err != nil {
		return err
	}
	return fn.documents(kept, emit)
}

func (fn *unitWithTableFn) FinishBundle(_ []byte, emit func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.finish(emit, ledger) })
}

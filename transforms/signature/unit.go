package signature

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature/chain"
)

func init() {
	analysis.RegisterMap[*emitUnits]()
	analysis.RegisterMap[*emitUnitsByTable]()
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
	// MaxDocuments is MaxDocuments.Paired of candidate.NearParams, or 0. Places of a signature in
	// more documents are spread over all shards, because they are not paired. It never changes the result.
	MaxDocuments int
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p UnitParams) Validate() error {
	impossible := parameter.Of("signature.UnitParams").Impossible
	if p.Candidates != AutoCandidates && p.Candidates != GramCandidates && p.Candidates != ChainCandidates {
		return impossible("Candidates", p.Candidates, "auto, grams or chains")
	}
	if p.MaxDocuments < 0 {
		return impossible("MaxDocuments", p.MaxDocuments, "0 (no cap) or more")
	}
	return p.Shuffle.Validate()
}

// NeedsTable reports whether EmitUnits needs the result of Sample.
func (p UnitParams) NeedsTable() bool { return p.Candidates != GramCandidates }

// EmitUnits makes the signatures of each document, which has spans and is kept (analysis.Keep):
// word 3-grams by unit, or chains by unit and word, and hashes of whole units. Postings are by document, in the shard
// of the signatures: a document sends each shard one record. table is the result of Sample if p.NeedsTable, else the
// zero value. EmitUnits panics if p is not valid, or if the table is missing or not needed.
func EmitUnits(
	s beam.Scope, p UnitParams, kept shuffle.Blocks[record.Analysed], table tally.Table[chain.Table],
) Result[UnitPostings] {
	parameter.Must(p.Validate())
	table.Require(p.NeedsTable(), "signature.EmitUnits", p.Candidates)
	p.Shuffle = p.Shuffle.Postings()
	st := &emitUnits{Params: p}
	if p.NeedsTable() {
		by := &emitUnitsByTable{emitUnits: *st, Table: engine.SideOf[rarity](table.Collection())}
		st = &analysis.MapKept(s, p.Shuffle, "signature.EmitUnits", kept.Single(s), by).emitUnits
	} else {
		st = analysis.MapKept(s, p.Shuffle, "signature.EmitUnits", kept, st)
	}
	return Result[UnitPostings]{st.Postings.Blocks(), st.Ledger.Collection()}
}

// rarity is the table of Sample.
type rarity struct{ table *chain.Table }

// Read is chain.ReadTable.
func (r *rarity) Read(table []byte) (err error) {
	r.table, err = chain.ReadTable(table)
	return err
}

// emitUnitsByTable makes 3-grams or chains, which the table decides.
type emitUnitsByTable struct {
	emitUnits
	Table engine.Side[rarity]
}

// StartBundle is that of a stage.
func (st *emitUnitsByTable) StartBundle() {
	st.emitUnits.StartBundle()
	st.rarity = st.Table.Value().table
	st.table = st.rarity
	if st.Params.Candidates == AutoCandidates && CandidatesFor(int64(st.table.Words)) == GramCandidates {
		st.table = nil
	}
}

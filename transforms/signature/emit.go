package signature

import (
	"context"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/parameter"
	"example.org/diagonal/transforms/signature/imatch"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/signature/simjoin"
	"example.org/diagonal/transforms/signature/spotsigs"
)

func init() {
	analysis.RegisterMap[*emit]()
	analysis.RegisterMap[*emitByTable]()
}

// Names of the ledger.
const (
	// NoSignature counts sentences without a signature: they have no word, no word in the idf
	// range, or no antecedent. They are compared with no other.
	NoSignature = "not_compared.sentences_without_signature"
	// Postings counts postings.
	Postings = "postings"
	// Signatures counts the different signatures of each sentence. With Tau not all of them are posted.
	Signatures = "signatures"
	// Whole counts sentences of more than maxSet signatures. They are found only if they are
	// equal.
	Whole = "not_compared.sentences_too_long_for_parts"
)

// Result is the result of Emit and of EmitUnits, which say what P is.
type Result[P any] struct {
	Postings shuffle.Blocks[P]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Emit makes the signatures of the sentences of a PCollection<record.Analysed>. With an exact
// method (Params.Exact) a sentence has one posting. With the others it has one for each signature
// in the prefix of its set (package simjoin), and each contains the set. Postings are by signature.
//
// table is the result of Count if the method needs it (NeedsTable), else the zero value. The
// documents are kept until it is made (analysis.Keep). Emit panics if p is not valid, or if the
// table is missing or not needed.
func Emit(s beam.Scope, p Params, analysed beam.PCollection, table tally.Table[vocabulary.Set]) Result[Posting] {
	parameter.Must(p.Validate())
	table.Require(p.NeedsTable(), "signature.Emit", p.Method)
	st := &emit{Params: p, Poster: Poster{Tau: p.Tau, MaxDocuments: p.MaxDocuments}}
	if p.NeedsTable() {
		by := &emitByTable{emit: *st, Table: engine.SideOf[counting](table.Collection())}
		st = &analysis.Map(s, p.Shuffle, "signature.Emit", analysed, true, by).emit
	} else {
		st = engine.Map(s, p.Shuffle, "signature.Emit", analysed, st)
	}
	return Result[Posting]{st.Postings.Blocks(), st.Ledger.Collection()}
}

// counting says which words count. It is made of the table of Count.
type counting struct {
	words *vocabulary.Set
	in    bool // whether these words count, or the others
}

// Read reads a table: a byte that is 1 if its words count, and the words.
func (c *counting) Read(table []byte) error {
	if len(table) == 0 {
		return errors.New("signature: the table of words is missing")
	}
	words, err := vocabulary.ReadWords(table[1:])
	if err == nil {
		*c = counting{vocabulary.NewSet(words), table[0] == 1}
	}
	return err
}

// has reports whether a word counts.
func (c *counting) has(w uint32) bool { return c.words.Has(w) == c.in }

// emit makes signatures.
type emit struct {
	Params Params

	Poster
	Ledger engine.Ledger

	counting counting // with a method that needs a table

	// scratch
	kept       []uint32
	signatures []uint64
}

func (st *emit) Map(_ context.Context, a record.Analysed) error {
	missing, taken, postings, whole := int64(0), int64(0), int64(0), int64(0)
	for i := range a.Ends {
		words := a.Sentence(i)
		posting := Posting{Document: a.Key, Sentence: uint32(i), Traits: a.Traits}
		if st.Params.Exact() {
			signature, ok, kept := imatch.Signature(words, st.counting.words, st.counting.in, st.Params.Sorted, st.kept)
			st.kept = kept
			if !ok {
				missing++
				continue
			}
			st.add(signature, posting)
			taken++
			postings++
			continue
		}
		st.signatures = simjoin.Set(st.take(words))
		if len(st.signatures) == 0 {
			missing++
			continue
		}
		taken += int64(len(st.signatures))
		n, all := st.post(posting, st.signatures)
		postings += n
		if all {
			whole++
		}
	}
	st.Ledger.Add(NoSignature, missing)
	st.Ledger.Add(Signatures, taken)
	st.Ledger.Add(Postings, postings)
	st.Ledger.Add(Whole, whole)
	return nil
}

// take returns the signatures of a sentence, with a method that has several.
func (st *emit) take(words []uint32) []uint64 {
	if st.Params.Method == Shingle {
		return shingle.Append(st.signatures[:0], words, st.Params.N)
	}
	return spotsigs.Append(st.signatures[:0], words, st.counting.has, st.Params.Spots)
}

// emitByTable makes signatures with a table of words.
type emitByTable struct {
	emit
	Table engine.Side[counting]
}

// StartBundle is that of a stage.
func (st *emitByTable) StartBundle() {
	st.emit.StartBundle()
	st.counting = st.Table.Value()
}

package signature

import (
	"context"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/engine/tally/vocabulary"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/signature/imatch"
	"example.org/diagonal/transforms/signature/shingle"
	"example.org/diagonal/transforms/signature/simjoin"
	"example.org/diagonal/transforms/signature/spotsigs"
)

func init() {
	dofn.Direct(func(fn *emitFn, a []any) []any {
		err := fn.ProcessElement(a[0].(context.Context), a[1].(record.Analysed), a[2].(func(int, []byte)), a[3].(func(string, int64)))
		return []any{err}
	})
	dofn.Plain(&emitWithTableFn{})
}

// Names of the ledger.
const (
	// NoSignature counts sentences without a signature: they have no word, no word in the idf
	// range, or no antecedent. They are compared with no other.
	NoSignature = "not_compared.sentences_without_signature"
	// Postings counts postings.
	Postings = "postings"
	// Whole counts sentences of more than maxSet signatures. They are found only if they are
	// equal.
	Whole = "not_compared.sentences_too_long_for_parts"
)

// Result is the result of Emit.
type Result struct {
	// Postings is by signature.
	Postings shuffle.Blocks[Posting]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Emit makes the signatures of the sentences of a PCollection<record.Analysed>. With an exact
// method (Params.Exact) a sentence has one posting. With the others it has one for each signature
// in the prefix of its set (package simjoin), and each contains the set.
//
// table is the result of Count if the method needs it (NeedsTable), else the zero value. The
// documents are kept until it is made (analysis.Keep). Emit panics if p is not valid, or if the
// table is missing or not needed.
func Emit(s beam.Scope, p Params, analysed beam.PCollection, table tally.Table[vocabulary.Set]) Result {
	s = s.Scope("signature.Emit")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	table.Require(p.NeedsTable(), "signature.Emit", p.Method)
	if !p.NeedsTable() {
		return p.result(beam.ParDo2(s, &emitFn{emitter{Params: p}}, analysed))
	}
	fn := &emitWithTableFn{emitter: emitter{Params: p}}
	kept := analysis.Keep(s, p.Shuffle.Ungrouped(), analysed)
	return p.result(beam.ParDo2(s, fn, kept.Collection(), table.Side(fn)...))
}

func (p Params) result(postings, ledger beam.PCollection) Result {
	return Result{shuffle.BlocksOf[Posting](p.Shuffle, postings), ledger}
}

// emitter makes postings, for both DoFns.
type emitter struct {
	Params Params

	table  []byte          // encoded
	words  *vocabulary.Set // the words of the table
	counts bool            // whether these words count, or the others
	poster *Poster
	ledger shuffle.Ledger

	// scratch, never emitted
	kept       []uint32
	signatures []uint64
	payload    []byte
}

func (e *emitter) start() {
	e.poster = newPoster(e.Params.Shuffle, e.Params.Tau, e.Params.MaxDocuments)
	e.ledger = shuffle.Ledger{}
}

func (e *emitter) finish(emit func(int, []byte), ledger func(string, int64)) {
	e.poster.Flush(emit)
	e.ledger.Flush(ledger)
}

// use decides by table which words count.
func (e *emitter) use(table []byte) error {
	if len(table) == 0 {
		return errors.New("signature: the table of words is missing")
	}
	if len(table) == len(e.table) && &table[0] == &e.table[0] {
		return nil
	}
	words, err := vocabulary.ReadWords(table[1:])
	if err != nil {
		return err
	}
	e.table, e.words, e.counts = table, vocabulary.NewSet(words), table[0] == 1
	return nil
}

// in reports whether a word counts.
func (e *emitter) in(w uint32) bool { return e.words.Has(w) == e.counts }

func (e *emitter) document(a *record.Analysed, emit func(int, []byte)) {
	e.poster.traits = a.Traits
	missing, postings, whole := int64(0), int64(0), int64(0)
	for i := range a.Ends {
		words := a.Sentence(i)
		if e.Params.Exact() {
			signature, ok, kept := imatch.Signature(words, e.words, e.counts, e.Params.Sorted, e.kept)
			e.kept = kept
			if !ok {
				missing++
				continue
			}
			e.payload = AppendPosting(e.payload[:0], Posting{Document: a.Key, Sentence: uint32(i), Traits: a.Traits})
			e.poster.spread.Add(e.poster.packer, signature, a.Key, e.payload, emit)
			postings++
			continue
		}
		e.signatures = simjoin.Set(e.take(words))
		if len(e.signatures) == 0 {
			missing++
			continue
		}
		n, all := e.poster.post(a.Key, uint32(i), e.signatures, emit)
		postings += n
		if all {
			whole++
		}
	}
	e.ledger.Add(NoSignature, missing)
	e.ledger.Add(Postings, postings)
	e.ledger.Add(Whole, whole)
}

// take returns the signatures of a sentence, with a method that has several.
func (e *emitter) take(words []uint32) []uint64 {
	if e.Params.Method == Shingle {
		return shingle.Append(e.signatures[:0], words, e.Params.N)
	}
	return spotsigs.Append(e.signatures[:0], words, e.in, e.Params.Spots)
}

// emitFn makes signatures without a table.
type emitFn struct{ emitter }

func (fn *emitFn) StartBundle(_ func(int, []byte), _ func(string, int64)) { fn.start() }

func (fn *emitFn) ProcessElement(_ context.Context, a record.Analysed, emit func(int, []byte), _ func(string, int64)) error {
	fn.document(&a, emit)
	return nil
}

func (fn *emitFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.finish(emit, ledger)
}

// emitWithTableFn makes signatures with a table of words.
type emitWithTableFn struct {
	emitter

	bundle dofn.Bundle
}

func (fn *emitWithTableFn) ProcessElement(_ int, kept, table []byte, emit func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(func() error { fn.start(); return fn.use(table) }); err != nil {
		return err
	}
	return analysis.EachKept(kept, func(a *record.Analysed) error {
		fn.document(a, emit)
		return nil
	})
}

func (fn *emitWithTableFn) FinishBundle(_ []byte, emit func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.finish(emit, ledger) })
}

package analysis

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/token"
)

func init() {
	dofn.Direct(func(fn *tokensFn, a []any) []any {
		fn.ProcessElement(a[0].(record.Document), a[1].(func(record.Analysed)))
		return nil
	})
}

// Tokens makes, of each document of a PCollection<record.Document>, a record.Analysed
// that has words and no sentences: enough to count them, at half the cost of Split.
//
// Without a spool (see Keep), a method that needs a table of the whole collection reads the
// documents twice, once for Tokens and once for Split: a runner that keeps the documents in
// memory in between takes more time, and most of its memory for them.
func Tokens(s beam.Scope, documents beam.PCollection) beam.PCollection {
	s = s.Scope("analysis.Tokens")
	return beam.ParDo(s, &tokensFn{}, documents)
}

type tokensFn struct {
	tokens []token.Token // scratch, never emitted
}

func (fn *tokensFn) ProcessElement(d record.Document, emit func(record.Analysed)) {
	fn.tokens = appendTokens(fn.tokens[:0], TextOf(&d))
	emit(record.Analysed{Side: d.Side, Words: wordsOf(fn.tokens)})
}

// wordsOf returns the hashes of tokens.
func wordsOf(tokens []token.Token) []uint32 {
	words := make([]uint32, len(tokens))
	for i, t := range tokens {
		words[i] = t.Hash
	}
	return words
}

package cleaning

import (
	"context"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/token"
)

func init() { engine.RegisterMap[*countSources, record.Document]() }

// Names of the counts of CountSources. Those of a source have its name behind them, also if that is "".
const (
	AllDocuments    = "all_documents"
	AllWords        = "all_words"
	AllBytes        = "all_bytes"
	SourceDocuments = "source_documents."
	SourceWords     = "source_words."
	SourceBytes     = "source_bytes."
)

// CountSources counts the documents of a PCollection<record.Document>, their words, and the bytes of their texts,
// together and by source: by says what a source is, "" counts none. Words are those that are compared; a Han character
// is one. It returns a PCollection<KV<string,int64>>. It panics if sh is not valid.
func CountSources(s beam.Scope, sh shuffle.Params, by Sites, documents beam.PCollection) beam.PCollection {
	return engine.Map(s, sh, "cleaning.CountSources", documents, &countSources{By: by}).Ledger.Collection()
}

type countSources struct {
	By Sites

	Ledger engine.Ledger

	layout analysis.Layout
	tokens []token.Token // scratch
}

func (st *countSources) Map(_ context.Context, d record.Document) error {
	st.tokens = token.Append(st.tokens[:0], st.layout.Readable(&d))
	words, bytes := int64(len(st.tokens)), int64(len(d.Text))
	st.Ledger.Add(AllDocuments, 1)
	st.Ledger.Add(AllWords, words)
	st.Ledger.Add(AllBytes, bytes)
	if st.By == "" {
		return nil
	}
	name, err := st.By.Of(&d)
	if err != nil {
		return err
	}
	name = strings.ToValidUTF8(name, "\ufffd")
	st.Ledger.Add(SourceDocuments+name, 1)
	st.Ledger.Add(SourceWords+name, words)
	st.Ledger.Add(SourceBytes+name, bytes)
	return nil
}

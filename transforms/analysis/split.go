// Package analysis turns documents into words and sentences.
//
// Split is the first stage of every pipeline: after it no text travels. The rules of
// sentences, words and markup are in the packages below, which know nothing of Beam.
package analysis

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/condition"
	"example.org/diagonal/transforms/analysis/ignored"
	"example.org/diagonal/transforms/analysis/misread"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/parameter"
)

func init() { engine.RegisterMap[*split]() }

// Names of the ledger.
const (
	// Documents is documents that were read and analysed.
	Documents = "documents"
	// SourceDocuments is those of them on the source side.
	SourceDocuments = "documents_source"
	// Bytes is the bytes of their texts.
	Bytes = "bytes"
	// Sentences is sentences of them.
	Sentences = "sentences"
	// Words is words of them.
	Words = "words"
	// Furniture is the visible characters of pages that are no main text (record.MainHTML).
	Furniture = "not_compared.page_furniture_characters"
	// IgnoredWords is words of them in runs of Params.Ignored.
	IgnoredWords = "not_compared.words_of_ignored_texts"
	// QuotedWords is words of them in quotation marks or quoted lines, and ReferenceWords in lists of references, of
	// documents that are read without these (record.Skip).
	QuotedWords    = "not_compared.words_of_quotations"
	ReferenceWords = "not_compared.words_of_references"
	// SkippedElements is elements of XML that are not read (record.Reading.Elements).
	SkippedElements = "not_compared.elements_of_xml"
	// NoMain is pages of record.MainHTML that are compared whole, because no main text was found.
	NoMain = "pages_without_main_text"
)

var documentsSplit = beam.NewCounter("analysis", "documents")

// Params configures Split.
type Params struct {
	// Places makes Split return what fine alignment needs: the place of each word
	// (record.Analysed.Spans), and stops instead of sentences (record.Analysed.Ends). It costs
	// about as much as finding the words.
	Places bool
	// Spelling makes Split return how words are written, too (record.Analysed.Spelling): about a byte for
	// each letter.
	Spelling bool
	// Numbers makes Split return which words have a digit, too (record.Analysed.Numbers).
	Numbers bool
	// Misread makes Split measure whether the texts were read from scans with errors: Result.Sketches.
	Misread bool
	// Whole makes Split take each document as one sentence: for stages that compare
	// documents. It saves half of the time.
	Whole bool
	// Where is a condition on fields of documents. Split takes their traits for it.
	Where condition.Condition
	// Ignored is the runs of words that do not count (Analyser.Ignored).
	Ignored ignored.Runs
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle engine.Params
}

// Result contains the sentences and units of a text.
type Result struct {
	// Analysed is a PCollection<record.Analysed>.
	Analysed beam.PCollection
	// Catalogue is by document.
	Catalogue engine.Blocks[catalogue.Entry]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
	// Sketches is for CountMisread, empty without Params.Misread.
	Sketches engine.Sent[int, engine.Bytes]
}

// Split analyses each document of a PCollection<record.Document>. Offsets in the
// catalogue refer to Document.Text, markup included. Split panics if p is not valid.
func Split(s beam.Scope, p Params, documents beam.PCollection) Result {
	s = s.Scope("analysis.Split")
	parameter.Must(p.Shuffle.Validate())
	st := engine.Map(s, p.Shuffle, "analysis.Split", documents, &split{Params: p})
	return Result{st.Analysed.Collection(), st.Catalogue.Blocks(), st.Ledger.Collection(), st.Sketches.Sent()}
}

type split struct {
	Params Params

	Analysed  engine.Elements[record.Analysed]
	Catalogue engine.Out[catalogue.Entry]
	Ledger    engine.Ledger
	Sketches  engine.Send[int, engine.Bytes]

	analyser Analyser
}

func (st *split) StartBundle() {
	st.analyser.Places, st.analyser.Spelling, st.analyser.Whole, st.analyser.Where = st.Params.Places,
		st.Params.Spelling, st.Params.Whole, st.Params.Where
	st.analyser.Ignored, st.analyser.Numbers = st.Params.Ignored, st.Params.Numbers
	if st.Params.Misread && st.analyser.Misread == nil {
		st.analyser.Misread = &misread.Sketch{}
	}
}

func (st *split) Map(ctx context.Context, d record.Document) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if uint64(len(d.Text)) >= 1<<32 {
		return fmt.Errorf("%s: a document of %d bytes; the most is 4 GiB", record.Where(d.File, d.Record), len(d.Text))
	}
	a, e := st.analyser.Analyse(&d)
	st.Catalogue.Add(a.Key, *e)
	documentsSplit.Inc(ctx, 1)
	st.Ledger.Add(Documents, 1)
	if d.Side == record.Source {
		st.Ledger.Add(SourceDocuments, 1)
	}
	st.Ledger.Add(Bytes, int64(len(d.Text)))
	if n := st.analyser.seen.furniture; n > 0 {
		st.Ledger.Add(Furniture, int64(n))
	}
	without := st.analyser.without
	for name, n := range map[string]int{
		IgnoredWords: without.ignored, QuotedWords: without.quotes, ReferenceWords: without.references,
		SkippedElements: st.analyser.seen.elements,
	} {
		if n > 0 {
			st.Ledger.Add(name, int64(n))
		}
	}
	if st.analyser.seen.noMain {
		st.Ledger.Add(NoMain, 1)
	}
	if !st.Params.Whole {
		st.Ledger.Add(Sentences, int64(len(e.Sentences)))
	}
	st.Ledger.Add(Words, int64(len(a.Words)))
	st.Analysed.Emit(a)
	return nil
}

func (st *split) FinishBundle() error {
	if st.analyser.Misread != nil {
		st.Sketches.Add(0, st.analyser.Misread.Append(nil))
	}
	return nil
}

// Package analysis turns documents into words and sentences.
//
// Split is the first stage of every pipeline: after it no text travels. The rules of
// sentences, words and markup are in the packages below, which know nothing of Beam.
package analysis

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis/condition"
	"example.org/diagonal/transforms/analysis/ignored"
	"example.org/diagonal/transforms/analysis/misread"
	"example.org/diagonal/transforms/catalogue"
)

func init() {
	dofn.Direct(func(fn *splitFn, a []any) []any {
		err := fn.ProcessElement(a[0].(context.Context), a[1].(record.Document), a[2].(func(record.Analysed)), a[3].(func(int, []byte)), a[4].(func(string, int64)), a[5].(func(int, []byte)))
		return []any{err}
	})
	register.Emitter1[record.Analysed]()
	register.Emitter2[int, []byte]()
	register.Emitter2[string, int64]()
}

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
	Shuffle shuffle.Params
}

// Result contains the sentences and units of a text.
type Result struct {
	// Analysed is a PCollection<record.Analysed>.
	Analysed beam.PCollection
	// Catalogue is by document.
	Catalogue shuffle.Blocks[catalogue.Entry]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
	// Sketches is for CountMisread: a PCollection<KV<int,[]byte>>, empty without Params.Misread.
	Sketches beam.PCollection
}

// Split analyses each document of a PCollection<record.Document>. Offsets in the
// catalogue refer to Document.Text, markup included. Split panics if p is not valid.
func Split(s beam.Scope, p Params, documents beam.PCollection) Result {
	s = s.Scope("analysis.Split")
	if err := p.Shuffle.Validate(); err != nil {
		panic(err)
	}
	analysed, entries, ledger, sketches := beam.ParDo4(s, &splitFn{Params: p}, documents)
	return Result{analysed, shuffle.BlocksOf[catalogue.Entry](p.Shuffle, entries), ledger, sketches}
}

type splitFn struct {
	Params Params

	analyser Analyser
	packer   *shuffle.Packer
	ledger   shuffle.Ledger
	payload  []byte // scratch, never emitted
}

func (fn *splitFn) StartBundle(_ func(record.Analysed), _ func(int, []byte), _ func(string, int64), _ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
	fn.analyser.Places, fn.analyser.Spelling, fn.analyser.Whole, fn.analyser.Where = fn.Params.Places, fn.Params.Spelling, fn.Params.Whole, fn.Params.Where
	fn.analyser.Ignored = fn.Params.Ignored
	if fn.Params.Misread && fn.analyser.Misread == nil {
		fn.analyser.Misread = &misread.Sketch{}
	}
}

func (fn *splitFn) ProcessElement(ctx context.Context, d record.Document, analysed func(record.Analysed), entries func(int, []byte), _ func(string, int64), _ func(int, []byte)) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if uint64(len(d.Text)) >= 1<<32 {
		return fmt.Errorf("%s: a document of %d bytes; the most is 4 GiB", record.Where(d.File, d.Record), len(d.Text))
	}
	a, e := fn.analyser.Analyse(&d)
	fn.payload = e.Append(fn.payload[:0])
	fn.packer.Add(a.Key, fn.payload, entries)
	documentsSplit.Inc(ctx, 1)
	fn.ledger.Add(Documents, 1)
	if d.Side == record.Source {
		fn.ledger.Add(SourceDocuments, 1)
	}
	fn.ledger.Add(Bytes, int64(len(d.Text)))
	if n := fn.analyser.seen.furniture; n > 0 {
		fn.ledger.Add(Furniture, int64(n))
	}
	if n := fn.analyser.ignoredWords; n > 0 {
		fn.ledger.Add(IgnoredWords, int64(n))
	}
	if fn.analyser.seen.noMain {
		fn.ledger.Add(NoMain, 1)
	}
	if !fn.Params.Whole {
		fn.ledger.Add(Sentences, int64(len(e.Sentences)))
	}
	fn.ledger.Add(Words, int64(len(a.Words)))
	analysed(a)
	return nil
}

func (fn *splitFn) FinishBundle(_ func(record.Analysed), entries func(int, []byte), ledger func(string, int64), sketches func(int, []byte)) {
	fn.packer.Flush(entries)
	fn.ledger.Flush(ledger)
	if fn.analyser.Misread != nil {
		sketches(0, fn.analyser.Misread.Append(nil))
	}
}

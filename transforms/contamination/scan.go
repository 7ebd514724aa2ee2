package contamination

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/contamination/overlap"
)

func init() { dofn.Plain(&scanFn{}) }

// besideAnswer is the number of words behind an item among which its answer may be.
const besideAnswer = 50

// hit is what a document shares with an item.
type hit struct {
	Doc string
	// Start and End are the place with the most words of the item, in code points; Passage is their number. Answer is true if
	// the answer is there, too.
	Start, End int64
	Passage    int
	Answer     bool
	// Longest is the number of words of the longest run. Runs are those of the shortest n-grams and more.
	Longest int
	Runs    []place
	// Grams are where the 8-grams begin that the document has, and Tokens the words in spans of Llama 2, in the item.
	Grams, Tokens overlap.Set
}

// place is a run in a document: a range in code points.
type place struct {
	Words      int
	Start, End int64
}

// Scan looks for the items of a table in documents, a PCollection<record.Document>. hits is a
// PCollection<KV<int,[]byte>> of what was found by the number of the item, ledger a
// PCollection<KV<string,int64>>. Scan panics if p is not valid.
func Scan(s beam.Scope, p Params, table, documents beam.PCollection) (hits, ledger beam.PCollection) {
	s = s.Scope("contamination.Scan")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	fn := &scanFn{Params: p}
	return beam.ParDo2(s, fn, documents, dofn.Side(fn, table))
}

type scanFn struct {
	Params Params

	bundle dofn.Bundle
	ledger shuffle.Ledger
	table  *overlap.Table
	layout analysis.Layout

	// scratch, never emitted
	tokens []token.Token
	words  []uint32
}

func (fn *scanFn) ProcessElement(d record.Document, encoded []byte, emit func(int, []byte), _ func(string, int64)) error {
	err := fn.bundle.Begin(func() (err error) {
		fn.ledger = shuffle.Ledger{}
		fn.table, err = tableOf(encoded)
		return err
	})
	if err != nil {
		return err
	}
	fn.ledger.Add(analysis.Documents, 1)
	fn.ledger.Add(analysis.Bytes, int64(len(d.Text)))
	fn.tokens = token.Append(fn.tokens[:0], fn.layout.Readable(&d))
	fn.ledger.Add(analysis.Words, int64(len(fn.tokens)))
	fn.words = fn.words[:0]
	for _, t := range fn.tokens {
		fn.words = append(fn.words, t.Hash)
	}
	for _, m := range fn.table.Scan(fn.words) {
		b, err := encode(fn.hit(&d, &m))
		if err != nil {
			return err
		}
		emit(m.Item, b)
	}
	return nil
}

func (fn *scanFn) FinishBundle(_ []byte, _ func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() { fn.ledger.Flush(ledger) })
}

// hit returns what d shares with an item.
func (fn *scanFn) hit(d *record.Document, m *overlap.Match) hit {
	item := &fn.table.Items[m.Item]
	most, from, to := overlap.Passage(len(item.Words), m.Runs)
	h := hit{
		Doc: d.ID, Passage: most, Longest: overlap.Longest(m.Runs), Grams: overlap.Grams(m.Runs, overlap.PaLMWords),
		Tokens: overlap.Contaminated(fn.words, item.Words, m.Runs),
		Answer: overlap.Beside(fn.words, item.Answer, max(from-besideAnswer, 0), to+besideAnswer),
	}
	h.Start, h.End = fn.place(from, to)
	for _, r := range m.Runs {
		if r.Words >= overlap.PaLMWords {
			p := place{Words: r.Words}
			p.Start, p.End = fn.place(r.Doc, r.Doc+r.Words)
			h.Runs = append(h.Runs, p)
		}
	}
	return h
}

// place returns where the words from from to to are in the document, in code points.
func (fn *scanFn) place(from, to int) (start, end int64) {
	places := fn.layout.Places([]catalogue.Sentence{}, []segment.Span{{Start: int(fn.tokens[from].Start), End: int(fn.tokens[to-1].End)}})
	return places[0].Start, places[0].End
}

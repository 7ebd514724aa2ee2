package contamination

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/tally"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/contamination/overlap"
	"example.org/diagonal/transforms/parameter"
)

func init() { engine.RegisterMap[*scan]() }

// besideAnswer is the number of words behind an item among which its answer may be.
const besideAnswer = 50

// hit is what a document shares with an item: the zero value, nothing.
type hit struct {
	Doc string
	// Start and End are the place with the most words of the item, in code points; Passage is their number. Answer is
	// true if the answer is there, too.
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

// hits are by the number of the item.
type hits = engine.Sent[int, record.AsJSON[hit]]

// Scan looks for the items of a table in documents, a PCollection<record.Document>. ledger is a
// PCollection<KV<string,int64>>. Scan panics if p is not valid.
func Scan(
	s beam.Scope, p Params, table tally.Table[Table], documents beam.PCollection,
) (found hits, ledger beam.PCollection) {
	parameter.Must(p.Validate())
	st := engine.Map(s, engine.Params{}, "contamination.Scan", documents, &scan{Table: table.Input()})
	return st.Hits.Sent(), st.Ledger.Collection()
}

type scan struct {
	Table  engine.Side[Table]
	Hits   engine.Send[int, record.AsJSON[hit]]
	Ledger engine.Ledger

	layout analysis.Layout

	// scratch, never emitted
	tokens []token.Token
	words  []uint32
}

func (st *scan) Map(_ context.Context, d record.Document) error {
	st.Ledger.Add(analysis.Documents, 1)
	st.Ledger.Add(analysis.Bytes, int64(len(d.Text)))
	st.tokens = token.Append(st.tokens[:0], st.layout.Readable(&d))
	st.Ledger.Add(analysis.Words, int64(len(st.tokens)))
	st.words = st.words[:0]
	for _, t := range st.tokens {
		st.words = append(st.words, t.Hash)
	}
	table := st.Table.Value().of
	for _, m := range table.Scan(st.words) {
		st.Hits.Add(m.Item, record.AsJSON[hit]{Of: st.hit(&d, &table.Items[m.Item], &m)})
	}
	return nil
}

// hit returns what d shares with an item.
func (st *scan) hit(d *record.Document, item *overlap.Item, m *overlap.Match) hit {
	most, from, to := overlap.Passage(len(item.Words), m.Runs)
	h := hit{
		Doc: d.ID, Passage: most, Longest: overlap.Longest(m.Runs), Grams: overlap.Grams(m.Runs, overlap.PaLMWords),
		Tokens: overlap.Contaminated(st.words, item.Words, m.Runs),
		Answer: overlap.Beside(st.words, item.Answer, max(from-besideAnswer, 0), to+besideAnswer),
	}
	h.Start, h.End = st.place(from, to)
	for _, r := range m.Runs {
		if r.Words >= overlap.PaLMWords {
			p := place{Words: r.Words}
			p.Start, p.End = st.place(r.Doc, r.Doc+r.Words)
			h.Runs = append(h.Runs, p)
		}
	}
	return h
}

// place returns where the words from from to to are in the document, in code points.
func (st *scan) place(from, to int) (start, end int64) {
	places := st.layout.Places([]catalogue.Sentence{},
		[]segment.Span{{Start: int(st.tokens[from].Start), End: int(st.tokens[to-1].End)}})
	return places[0].Start, places[0].End
}

package cleaning

import (
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/parameter"
)

// Runs returns RunCopies of the runs of words that occur twice in documents, a
// PCollection<record.Document>: of every run of so many words that occurs twice, about
// three quarters at least. Two different runs may have the same hash. That costs a look and
// no text, because First compares what is removed. Runs panics if p is not valid.
func Runs(s beam.Scope, p Params, words int, documents beam.PCollection) (copies shuffle.Blocks[Copy]) {
	parameter.Must(p.Validate())
	found := engine.Map(s, p.Shuffle, "cleaning.Runs", documents, &runs{Words: words})
	return engine.Reduce(s, p.Shuffle, "cleaning.Repeated",
		&repeated{Runs: engine.From(found.Runs.Blocks())}).Copies.Blocks()
}

// runs sends runs of words to where equal ones meet, so many that of each run of Words
// words that occurs twice a part of three quarters meets its equal.
type runs struct {
	Runs  engine.Out[run]
	Words int

	// scratch, never emitted
	layout analysis.Layout
	tokens []token.Token
	chosen []int
	sums   []uint64
	spans  []segment.Span
	places []catalogue.Sentence
	starts []int64
	ends   []int64
}

// Map is that of engine.Mapper.
func (fn *runs) Map(_ context.Context, d record.Document) error {
	among := fn.Words / 4
	length := fn.Words - among + 1
	text := fn.layout.Readable(&d)
	fn.tokens = token.Append(fn.tokens[:0], text)
	fn.chosen, fn.sums = removal.Winnow(fn.chosen[:0], fn.sums[:0], fn.tokens, length, among)
	if len(fn.chosen) == 0 {
		return nil
	}
	// with the words around them that may be in the run as well
	fn.starts = fn.positions(fn.starts[:0], func(at int) int {
		return max(at-among, 0)
	}, func(p *catalogue.Sentence) int64 { return p.Start })
	fn.ends = fn.positions(fn.ends[:0], func(at int) int {
		return min(at+length+among, len(fn.tokens)) - 1
	}, func(p *catalogue.Sentence) int64 { return p.End })
	r := run{Document: idKey(d.ID), Source: d.Side == record.Source}
	for i := range fn.chosen {
		r.Hash, r.Start, r.End = fn.sums[i], fn.starts[i], fn.ends[i]
		fn.Runs.Add(r.key(), r)
	}
	return nil
}

// positions appends to dst, for each chosen run, the position of a word, which does not come before that of the run
// before it. A place has 48 bytes, so that the places of all words of a document would take several times its size.
func (fn *runs) positions(dst []int64, word func(at int) int, position func(*catalogue.Sentence) int64) []int64 {
	fn.spans = fn.spans[:0]
	last := -1
	for _, at := range fn.chosen {
		if w := word(at); w != last { // Places goes through the text once if no word comes twice
			fn.spans = append(fn.spans, segment.Span{Start: int(fn.tokens[w].Start), End: int(fn.tokens[w].End)})
			last = w
		}
	}
	fn.places = fn.layout.Places(slices.Grow(fn.places[:0], len(fn.spans)), fn.spans)
	dst, last = slices.Grow(dst, len(fn.chosen)), -1
	i := -1
	for _, at := range fn.chosen {
		if w := word(at); w != last {
			i, last = i+1, w
		}
		dst = append(dst, position(&fn.places[i]))
	}
	return dst
}

// repeated keeps the runs whose hash occurs twice, and not only in the source.
type repeated struct {
	Runs   engine.In[run]
	Copies engine.Out[Copy]
}

// Reduce is that of engine.Reducer.
func (fn *repeated) Reduce(_ context.Context, _ uint64) error {
	if fn.Runs.Len() < 2 {
		return nil
	}
	input := false
	for r := range fn.Runs.All {
		if input = !r.Source; input {
			break
		}
	}
	if !input {
		return nil
	}
	for r := range fn.Runs.All {
		fn.Copies.Add(r.Document, Copy{Document: r.Document, Start: r.Start, End: r.End, Kind: runCopy})
	}
	return nil
}

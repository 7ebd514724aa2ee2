package cleaning

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/catalogue"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
)

// Runs returns RunCopies of the runs of words that occur twice in documents, a
// PCollection<record.Document>: of every run of so many words that occurs twice, about
// three quarters at least. Two different runs may have the same hash. That costs a look and
// no text, because First compares what is removed. Runs panics if p is not valid.
func Runs(s beam.Scope, p Params, words int, documents beam.PCollection) (copies shuffle.Blocks[Copy]) {
	s = s.Scope("cleaning.Runs")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	runs := shuffle.BlocksOf[run](p.Shuffle, beam.ParDo(s, &runsFn{sending: sending[run]{Params: p}, Words: words}, documents))
	return shuffle.BlocksOf[Copy](p.Shuffle, beam.ParDo(s, &repeatedFn{sending[Copy]{Params: p}}, shuffle.Group(s, p.Shuffle, runs)))
}

// runsFn sends runs of words to where equal ones meet, so many that of each run of Words
// words that occurs twice a part of three quarters meets its equal.
type runsFn struct {
	sending[run]
	Words int

	// scratch, never emitted
	layout analysis.Layout
	tokens []token.Token
	hashes []uint32
	spans  []segment.Span
	places []catalogue.Sentence
	chosen []int
	sums   []uint64
}

func (fn *runsFn) ProcessElement(d record.Document, emit func(int, []byte)) {
	among := fn.Words / 4
	length := fn.Words - among + 1
	text := fn.layout.Readable(&d)
	fn.tokens = token.Append(fn.tokens[:0], text)
	fn.hashes, fn.spans = fn.hashes[:0], fn.spans[:0]
	for _, t := range fn.tokens {
		fn.hashes = append(fn.hashes, t.Hash)
		fn.spans = append(fn.spans, segment.Span{Start: int(t.Start), End: int(t.End)})
	}
	fn.chosen, fn.sums = removal.Winnow(fn.chosen[:0], fn.sums[:0], fn.hashes, length, among)
	if len(fn.chosen) == 0 {
		return
	}
	fn.places = fn.layout.Places(fn.places[:0], fn.spans)
	r := run{Document: idKey(d.ID)}
	for i, at := range fn.chosen { // with the words around it that may be in the run as well
		r.Hash = fn.sums[i]
		r.Start = fn.places[max(at-among, 0)].Start
		r.End = fn.places[min(at+length+among, len(fn.places))-1].End
		fn.out.Send(r, emit)
	}
}

// repeatedFn keeps the runs whose hash occurs twice.
type repeatedFn struct{ sending[Copy] }

func (fn *repeatedFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return fn.Params.Shuffle.EachGroup("cleaning", blocks, func(sorted *block.Sorted, i, end int) error {
		if end-i < 2 {
			return nil
		}
		for ; i < end; i++ {
			r, err := readRun(sorted.Payload(i))
			if err != nil {
				return err
			}
			fn.out.Send(Copy{Document: r.Document, Start: r.Start, End: r.End, Kind: runCopy}, emit)
		}
		return nil
	})
}

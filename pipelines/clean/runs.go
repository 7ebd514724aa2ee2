package clean

import (
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/analysis"
	"example.org/diagonal/transforms/analysis/segment"
	"example.org/diagonal/transforms/analysis/token"
	"example.org/diagonal/transforms/cleaning/removal"
	"example.org/diagonal/transforms/shuffle"
)

// runsFn sends runs of words to where equal ones meet, so many that of each run of Words
// words that stands twice a part of three quarters meets its equal.
type runsFn struct {
	Words   int
	Shuffle shuffle.Params

	packer  *shuffle.Packer
	payload []byte // scratch, never emitted
	layout  analysis.Layout
	tokens  []token.Token
	hashes  []uint32
	spans   []segment.Span
	places  []record.Sentence
	chosen  []int
	sums    []uint64
}

func (fn *runsFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Shuffle)
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
	r := record.Run{Document: record.IDKey(d.ID)}
	for i, at := range fn.chosen { // with the words around it that may be of the run as well
		r.Start = fn.places[max(at-among, 0)].Start
		r.End = fn.places[min(at+length+among, len(fn.places))-1].End
		fn.payload = record.AppendRun(fn.payload[:0], r)
		fn.packer.Add(fn.sums[i], fn.payload, emit)
	}
}

func (fn *runsFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

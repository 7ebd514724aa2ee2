// Package alignment makes passages of the matches between two documents.
package alignment

import (
	"cmp"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/diagonal"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/explain/trace"
)

func init() {
	dofn.Plain(&extendFn{})
}

// Names of the ledger.
const (
	// Pairs is pairs of documents with a match.
	Pairs = "document_pairs_with_matches"
	// Short counts pairs of documents without a diagonal that is long enough, in either order
	// of their ids.
	Short = "document_pairs_too_short"
)

// Params configures Extend.
type Params struct {
	// Diagonal chooses the diagonals that are passages.
	Diagonal diagonal.Params
	// Trace is the number of a trace.Pair: the documents are the pair that it is about. 0 is none.
	Trace int64
	// Shuffle is the packed shuffle of the pipeline.
	//
	// Required.
	Shuffle shuffle.Params
}

// Validate returns a *parameter.Error about the first field with an impossible value.
func (p Params) Validate() error {
	if err := p.Diagonal.Validate(); err != nil {
		return err
	}
	return p.Shuffle.Validate()
}

// Result is the result of Extend.
type Result struct {
	// Found is both sides of each passage, each by the key of its document.
	Found shuffle.Blocks[Side]
	// Ledger is a PCollection<KV<string,int64>>.
	Ledger beam.PCollection
}

// Extend makes the diagonals of each pair of documents. matches is by document a. Extend
// panics if p is not valid.
func Extend(s beam.Scope, p Params, matches shuffle.Blocks[candidate.Match]) Result {
	s = s.Scope("alignment.Extend")
	if err := p.Validate(); err != nil {
		panic(err)
	}
	found, ledger := beam.ParDo2(s, &extendFn{Params: p}, shuffle.Group(s, p.Shuffle, matches))
	return Result{shuffle.BlocksOf[Side](p.Shuffle, found), ledger}
}

type extendFn struct {
	Params Params

	packer *shuffle.Packer
	ledger shuffle.Ledger

	// scratch, never emitted
	extractor          diagonal.Extractor
	segments, turned   []diagonal.Segment
	diagonals, swapped []diagonal.Diagonal
	payload            []byte
}

func (fn *extendFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *extendFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachPart("alignment.Extend", blocks, func(sorted *block.Sorted) error {
		var a, b uint64
		for i := range sorted.Len() {
			m, err := candidate.ReadMatch(sorted.Key(i), sorted.Payload(i))
			if err != nil {
				return err
			}
			if m.A != a || m.B != b {
				fn.pair(a, b, emit)
				a, b = m.A, m.B
				fn.segments = fn.segments[:0]
			}
			fn.segments = append(fn.segments, diagonal.Segment{I: m.I, K: m.K, N: m.N, Similarity: m.Similarity})
		}
		fn.pair(a, b, emit)
		fn.segments = fn.segments[:0]
		return nil
	})
}

func (fn *extendFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(emit)
	fn.ledger.Flush(ledger)
}

// pair emits the passages of one pair of documents.
func (fn *extendFn) pair(a, b uint64, emit func(int, []byte)) {
	if len(fn.segments) == 0 {
		return
	}
	p := fn.Params.Diagonal
	fn.ledger.Add(Pairs, 1)
	if t := trace.Of(fn.Params.Trace); t != nil {
		fn.runs(t, a)
	}
	fixed := a == b || record.SideOf(a) != record.SideOf(b)
	reading := AnyOrder
	if fixed {
		reading = Fixed
	}
	fn.swapped = fn.swapped[:0]
	if p.Gap > 0 && !fixed {
		// Which of two equally good steps is taken depends on which id is smaller.
		fn.turned = fn.turned[:0]
		for _, s := range fn.segments {
			fn.turned = append(fn.turned, diagonal.Segment{I: s.K, K: s.I, N: s.N, Similarity: s.Similarity})
		}
		fn.swapped = fn.extractor.Extract(fn.swapped, fn.turned, p)
	}
	fn.diagonals = fn.extractor.Extract(fn.diagonals[:0], fn.segments, p)
	if p.Gap > 0 && !fixed && !sameTurned(fn.diagonals, fn.swapped) {
		reading = SmallerFirst
		for _, d := range fn.swapped {
			fn.emit(b, a, d, reading, emit)
		}
	}
	for _, d := range fn.diagonals {
		fn.emit(a, b, d, reading, emit)
	}
	if len(fn.diagonals)+len(fn.swapped) == 0 {
		fn.ledger.Add(Short, 1)
	}
}

// runs records the runs of the pair at hand, short ones, too. a is the key of the first document.
func (fn *extendFn) runs(t *trace.Pair, a uint64) {
	p := fn.Params.Diagonal
	gamma := p.Gamma
	p.Gamma = 0
	for _, d := range fn.extractor.Extract(nil, slices.Clone(fn.segments), p) {
		r := trace.Run{A: d.I, AEnd: d.IEnd, B: d.K, BEnd: d.KEnd, Matched: int(d.Matched), Gamma: gamma}
		if a != t.A {
			r.A, r.AEnd, r.B, r.BEnd = r.B, r.BEnd, r.A, r.AEnd
		}
		t.AddRun(r)
	}
}

// sameTurned reports whether swapped is diagonals with the two documents exchanged. It
// sorts swapped.
func sameTurned(diagonals, swapped []diagonal.Diagonal) bool {
	if len(diagonals) != len(swapped) {
		return false
	}
	slices.SortFunc(swapped, func(x, y diagonal.Diagonal) int {
		return cmp.Or(cmp.Compare(x.K, y.K), cmp.Compare(x.I, y.I))
	})
	for i, d := range diagonals {
		s := swapped[i]
		if d != (diagonal.Diagonal{I: s.K, IEnd: s.KEnd, K: s.I, KEnd: s.IEnd, Matched: s.Matched, Similarity: s.Similarity}) {
			return false
		}
	}
	return true
}

// emit sends both sides of a passage to their documents.
func (fn *extendFn) emit(a, b uint64, d diagonal.Diagonal, reading Reading, emit func(int, []byte)) {
	f := Passage{
		A: a, B: b,
		ASentence: d.I, ASentences: d.IEnd - d.I,
		BSentence: d.K, BSentences: d.KEnd - d.K,
		Matched: d.Matched, Similarity: d.Similarity, Reading: reading,
	}
	for side, key := range [...]uint64{a, b} {
		fn.payload = AppendSide(fn.payload[:0], &f, byte(side))
		fn.packer.Add(key, fn.payload, emit)
	}
}

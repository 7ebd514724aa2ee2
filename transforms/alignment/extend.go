// Package alignment makes passages of the matches between two documents.
package alignment

import (
	"cmp"
	"context"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/io/record"
	"example.org/diagonal/transforms/alignment/diagonal"
	"example.org/diagonal/transforms/candidate"
	"example.org/diagonal/transforms/explain/trace"
	"example.org/diagonal/transforms/parameter"
)

func init() { engine.RegisterReduce[*extend]() }

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
	parameter.Must(p.Validate())
	st := engine.Reduce(s, p.Shuffle, "alignment.Extend", &extend{Params: p, Matches: engine.From(matches)})
	return Result{st.Found.Blocks(), st.Ledger.Collection()}
}

// extend makes the passages of each document a.
type extend struct {
	Params Params

	Matches engine.In[candidate.Match]
	Found   engine.Out[Side]
	Ledger  engine.Ledger

	// scratch
	extractor          diagonal.Extractor
	segments, turned   []diagonal.Segment
	diagonals, swapped []diagonal.Diagonal
}

func (st *extend) Reduce(_ context.Context, a uint64) error {
	var b uint64
	for m := range st.Matches.All {
		if m.B != b {
			st.pair(a, b)
			b = m.B
			st.segments = st.segments[:0]
		}
		st.segments = append(st.segments, diagonal.Segment{I: m.I, K: m.K, N: m.N, Similarity: m.Similarity})
	}
	st.pair(a, b)
	st.segments = st.segments[:0]
	return nil
}

// pair emits the passages of one pair of documents.
func (st *extend) pair(a, b uint64) {
	if len(st.segments) == 0 {
		return
	}
	p := st.Params.Diagonal
	st.Ledger.Add(Pairs, 1)
	if t := trace.Of(st.Params.Trace); t != nil {
		st.runs(t, a)
	}
	fixed := a == b || record.SideOf(a) != record.SideOf(b)
	reading := AnyOrder
	if fixed {
		reading = Fixed
	}
	st.swapped = st.swapped[:0]
	if p.Gap > 0 && !fixed {
		// Which of two equally good steps is taken depends on which id is smaller.
		st.turned = st.turned[:0]
		for _, s := range st.segments {
			st.turned = append(st.turned, diagonal.Segment{I: s.K, K: s.I, N: s.N, Similarity: s.Similarity})
		}
		st.swapped = st.extractor.Extract(st.swapped, st.turned, p)
	}
	st.diagonals = st.extractor.Extract(st.diagonals[:0], st.segments, p)
	if p.Gap > 0 && !fixed && !sameTurned(st.diagonals, st.swapped) {
		reading = SmallerFirst
		for _, d := range st.swapped {
			st.emit(b, a, d, reading)
		}
	}
	for _, d := range st.diagonals {
		st.emit(a, b, d, reading)
	}
	if len(st.diagonals)+len(st.swapped) == 0 {
		st.Ledger.Add(Short, 1)
	}
}

// runs records the runs of the pair at hand, short ones, too. a is the key of the first document.
func (st *extend) runs(t *trace.Pair, a uint64) {
	p := st.Params.Diagonal
	gamma := p.Gamma
	p.Gamma = 0
	for _, d := range st.extractor.Extract(nil, slices.Clone(st.segments), p) {
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
		if d != (diagonal.Diagonal{I: s.K, IEnd: s.KEnd, K: s.I, KEnd: s.IEnd, Matched: s.Matched,
			Similarity: s.Similarity}) {
			return false
		}
	}
	return true
}

// emit sends both sides of a passage to their documents.
func (st *extend) emit(a, b uint64, d diagonal.Diagonal, reading Reading) {
	f := Passage{
		A: a, B: b,
		ASentence: d.I, ASentences: d.IEnd - d.I,
		BSentence: d.K, BSentences: d.KEnd - d.K,
		Matched: d.Matched, Similarity: d.Similarity, Reading: reading,
	}
	for side, key := range [...]uint64{a, b} {
		st.Found.Add(key, Side{f, byte(side)})
	}
}

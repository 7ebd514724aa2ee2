package candidate

import (
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/simjoin"
)

func init() {
	dofn.Plain(&jaccardFn{})
}

// jaccardFn pairs the sentences that share a prefix signature and reach τ. Two
// sentences meet at each prefix signature that they share, usually one or two; a
// match that comes twice is one match (Extend). A match emitted at the first common
// signature only would be lost if that one is in too many documents. On such a signature
// only equal sentences are paired: equalFn does that.
type jaccardFn struct {
	Params Params

	bundle  dofn.Bundle
	in      Params // Params for the collection at hand
	matches *shuffle.Packer
	parts   hotParts
	ledger  shuffle.Ledger
}

// start begins a bundle.
func (fn *jaccardFn) start() error {
	fn.matches = shuffle.NewPacker(fn.Params.Shuffle)
	fn.parts = newHotParts(fn.Params)
	fn.ledger = shuffle.Ledger{}
	return nil
}

func (fn *jaccardFn) ProcessElement(shard int, blocks func(*[]byte) bool, size int64, matches, parts func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	fn.in = fn.Params.in(size)
	return fn.Params.Shuffle.EachPart("candidate.Pair", blocks, func(sorted *block.Sorted) error {
		m := matcher{fn.Params, fn.matches, matches, fn.ledger}
		var g occurrence.Group
		for i := 0; i < sorted.Len(); {
			key, end := sorted.Key(i), sorted.Group(i)
			g.Reset()
			for ; i < end; i++ {
				p, err := signature.ReadPosting(sorted.Payload(i))
				if err != nil {
					return err
				}
				g.Add(p.Document, p.Sentence, p.Set)
				g.Describe(p.Traits)
			}
			if fn.in.trace != nil {
				counted(fn.in.trace, key, &g, fn.in)
			}
			if fn.in.hot(g.Documents) || fn.Params.Shuffle.Spread(key, shard) {
				for _, r := range g.Runs {
					fn.parts.send(key, r, parts)
				}
				continue
			}
			for _, r := range g.Runs {
				fn.insideRun(key, r, m)
			}
			switch {
			case len(g.Runs) == 1:
			case !fn.Params.some(g.Runs):
			default:
				fn.ledger.Add(RepeatsCut, g.Cut(fn.Params.Repeats))
				fn.compareAll(g.Runs, m)
			}
		}
		return nil
	})
}

func (fn *jaccardFn) FinishBundle(_ int64, matches, parts func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.matches.Flush(matches)
		fn.parts.Flush(parts)
		fn.ledger.Flush(ledger)
	})
}

// insideRun compares the sentences of a run with each other, or counts that they are not compared, at
// the first of their signatures.
func (fn *jaccardFn) insideRun(signature uint64, r occurrence.Run, m matcher) {
	if simjoin.First(r.Set, signature) {
		fn.Params.countRun(r, fn.ledger)
		m.emitInside(r, 0)
	}
}

// compareAll compares every two runs that the length-ratio bound allows.
func (fn *jaccardFn) compareAll(runs []occurrence.Run, m matcher) {
	for x, a := range runs {
		for _, b := range runs[x+1:] {
			if fn.in.trace != nil && fn.Params.comparable(a, b) {
				compared(fn.in.trace, a, b, fn.Params.Tau)
			}
			switch {
			case !m.compares(a, b):
			case !simjoin.Possible(simjoin.Size(a.Set), simjoin.Size(b.Set), fn.Params.Tau):
				fn.ledger.Add(LengthPairs, 1)
			default:
				fn.ledger.Add(ComparedPairs, 1)
				if similarity, ok := simjoin.Jaccard(a.Set, b.Set, fn.Params.Tau); ok {
					m.emitPair(a, b, 0, similarity)
				}
			}
		}
	}
}

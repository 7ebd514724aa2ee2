package candidate

import (
	"bytes"
	"slices"

	"example.org/diagonal/io/dofn"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/shuffle"
	"example.org/diagonal/transforms/shuffle/block"
	"example.org/diagonal/transforms/signature"
	"example.org/diagonal/transforms/signature/simjoin"
)

func init() {
	dofn.Plain(&jaccardFn{})
}

// jaccardFn pairs the sentences that share a prefix signature and reach τ. Two
// sentences meet at each prefix signature that they share, usually one or two; a
// match that comes twice is one match (Extend). A match emitted at the first common
// signature only would be lost if that one is in too many documents.
type jaccardFn struct {
	Params Params

	bundle       dofn.Bundle
	in           Params // Params for the collection at hand
	matches, hot *shuffle.Packer
	ledger       shuffle.Ledger
}

// start begins a bundle.
func (fn *jaccardFn) start() error {
	fn.matches = shuffle.NewPacker(fn.Params.Shuffle)
	fn.hot = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
	return nil
}

func (fn *jaccardFn) ProcessElement(_ int, blocks func(*[]byte) bool, size int64, matches, hot func(int, []byte), _ func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	fn.in = fn.Params.in(size)
	return fn.Params.Shuffle.EachPart("candidate.Pair", blocks, func(sorted *block.Sorted) error {
		m := matcher{fn.Params, fn.matches, matches, fn.ledger}
		emitHotRun := func(r occurrence.Run) { emitHot(fn.hot, r, hot) }
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
			if fn.in.hot(g.Documents) {
				fn.equalOnly(key, &g, m, emitHotRun)
				continue
			}
			for _, r := range g.Runs {
				fn.countRun(key, r)
			}
			switch {
			case len(g.Runs) == 1:
			case !fn.Params.some(g.Runs):
			default:
				fn.ledger.Add(RepeatsCut, g.Cut())
				fn.compareAll(g.Runs, m)
			}
		}
		return nil
	})
}

func (fn *jaccardFn) FinishBundle(_ int64, matches, hot func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.matches.Flush(matches)
		fn.hot.Flush(hot)
		fn.ledger.Flush(ledger)
	})
}

// countRun counts what is not compared inside a run, at the first of its signatures.
func (fn *jaccardFn) countRun(signature uint64, r occurrence.Run) {
	if simjoin.First(r.Set, signature) {
		fn.Params.countRun(r, fn.ledger)
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

// equalOnly handles a signature in too many documents. Similar sentences are not
// compared on it. Equal sentences are still brought together, and those in too many
// documents are hot.
func (fn *jaccardFn) equalOnly(shared uint64, g *occurrence.Group, m matcher, hot func(occurrence.Run)) {
	bySet := slices.Clone(g.Runs)
	slices.SortStableFunc(bySet, func(a, b occurrence.Run) int { return bytes.Compare(a.Set, b.Set) })
	skipped := pairsOf(int64(len(bySet)))
	for i := 0; i < len(bySet); {
		var equal occurrence.Group
		j := i
		for ; j < len(bySet) && bytes.Equal(bySet[i].Set, bySet[j].Set); j++ {
			if j == i || bySet[j].Document != bySet[j-1].Document {
				equal.Documents++
			}
		}
		equal.Runs = bySet[i:j:j]
		skipped -= pairsOf(int64(j - i))
		i = j
		// A sentence meets its equals at every prefix signature; the first one,
		// which its set begins with, counts it.
		if !simjoin.First(equal.Runs[0].Set, shared) {
			continue
		}
		if fn.in.trace != nil {
			equal.Documents = max(equal.Documents, fn.in.trace.Documents(signature.SetKey(equal.Runs[0].Set)))
		}
		if fn.in.hot(equal.Documents) {
			fn.Params.countHot(&equal, fn.ledger)
			for _, r := range equal.Runs {
				hot(r)
			}
			continue
		}
		for _, r := range equal.Runs {
			fn.countRun(shared, r)
		}
		fn.ledger.Add(RepeatsCut, equal.Cut())
		m.emitAll(equal.Runs, 0)
	}
	fn.ledger.Add(HotSignaturePairs, skipped)
}

package candidate

import (
	"context"

	"example.org/diagonal/engine"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/signature/simjoin"
)

func init() { engine.RegisterReduce[*pairJaccard]() }

// pairJaccard pairs the sentences that share a prefix signature and reach τ. Two
// sentences meet at each prefix signature that they share, usually one or two; a
// match that comes twice is one match (Extend). A match emitted at the first common
// signature only would be lost if that one is in too many documents. On such a signature
// only equal sentences are paired: pairEqual does that.
type pairJaccard struct {
	signed

	Matches engine.Out[Match]
	Parts   engine.Out[hotPart]
	Ledger  engine.Ledger

	parts *hotParts
}

func (st *pairJaccard) StartBundle() { st.parts = newHotParts(st.Params, &st.Parts) }

func (st *pairJaccard) Reduce(_ context.Context, signature uint64) error {
	runs := &st.group.Runs
	if st.read(signature) {
		for _, r := range *runs {
			st.parts.send(signature, r)
		}
		return nil
	}
	m := matcher{&st.Params, &st.Matches, &st.Ledger}
	for _, r := range *runs {
		st.insideRun(signature, r, m)
	}
	if len(*runs) > 1 && st.Params.some(*runs) {
		st.Ledger.Add(RepeatsCut, st.group.Cut(st.Params.Repeats))
		st.compareAll(*runs, m)
	}
	return nil
}

// insideRun compares the sentences of a run with each other, or counts that they are not compared, at
// the first of their signatures.
func (st *pairJaccard) insideRun(signature uint64, r occurrence.Run, m matcher) {
	if simjoin.First(r.Set, signature) {
		st.Params.countRun(r, &st.Ledger)
		m.emitInside(r, 0)
	}
}

// compareAll compares every two runs that the length-ratio bound allows.
func (st *pairJaccard) compareAll(runs []occurrence.Run, m matcher) {
	for x, a := range runs {
		for _, b := range runs[x+1:] {
			if st.in.trace != nil && st.Params.comparable(a, b) {
				compared(st.in.trace, a, b, st.Params.Tau)
			}
			switch {
			case !m.compares(a, b):
			case !simjoin.Possible(simjoin.Size(a.Set), simjoin.Size(b.Set), st.Params.Tau):
				st.Ledger.Add(LengthPairs, 1)
			default:
				st.Ledger.Add(ComparedPairs, 1)
				if similarity, ok := simjoin.Jaccard(a.Set, b.Set, st.Params.Tau); ok {
					m.emitPair(a, b, 0, similarity)
				}
			}
		}
	}
}

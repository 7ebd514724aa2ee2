package candidate

import (
	"context"

	"example.org/diagonal/engine"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/signature"
)

func init() {
	engine.RegisterReduce[*pairExact]()
	engine.RegisterReduce[*share]()
}

// pairExact pairs the sentences of each signature.
type pairExact struct {
	signed

	Matches engine.Out[Match]
	Places  engine.Out[hotPlace]
	Ledger  engine.Ledger
}

func (st *pairExact) Reduce(_ context.Context, signature uint64) error {
	if st.read(signature) {
		sendSentences(&st.Places, signature, st.group.Runs)
	} else if st.compared(&st.Ledger) {
		matcher{&st.Params, &st.Matches, &st.Ledger}.emitAll(st.group.Runs, 0)
	}
	return nil
}

// share sends the shared sentences back to their documents.
type share struct {
	signed

	Shared engine.Out[sharedRun]
	Places engine.Out[hotPlace]
	Ledger engine.Ledger
}

func (st *share) Reduce(_ context.Context, signature uint64) error {
	if st.read(signature) {
		sendSentences(&st.Places, signature, st.group.Runs)
	} else if st.compared(&st.Ledger) {
		for _, r := range st.group.Runs {
			st.Shared.Add(r.Document, sharedRun{First: r.First, Count: r.Count, Signature: signature, Traits: r.Traits})
		}
	}
	return nil
}

// sendSentences sends the runs of sentences with a hot signature to their documents.
func sendSentences(places *engine.Out[hotPlace], signature uint64, runs []occurrence.Run) {
	for _, r := range runs {
		places.Add(r.Document, hotPlace{Kind: sentencePlace, Signature: signature, First: r.First, Count: r.Count})
	}
}

// signed has the postings of a signature, for the stages that receive them.
type signed struct {
	Params Params

	Postings engine.In[signature.Posting]
	Size     engine.Side[int64] // of the collection

	in    Params // Params for the collection at hand
	shard int
	group occurrence.Group // scratch
}

func (st *signed) StartShard(shard int) {
	st.in, st.shard = st.Params.in(st.Size.Value()), shard
}

// read reads the group of a signature, and reports whether it is hot. A posting outside of the shard of its signature
// is there because the signature is hot (signature.Params.MaxDocuments).
func (st *signed) read(signature uint64) (hot bool) {
	g := &st.group
	g.Reset()
	for p := range st.Postings.All {
		g.Add(p.Document, p.Sentence, p.Set)
		g.Describe(p.Traits)
	}
	if st.in.trace != nil {
		counted(st.in.trace, signature, g, st.in)
	}
	return st.in.hot(g.Documents) || st.Params.Shuffle.Spread(signature, st.shard)
}

// compared counts what is not compared inside the runs of the group, and cuts it. It reports whether the group is in
// two places to be compared (that is, in two runs, unless Repeats is 0).
func (st *signed) compared(ledger *engine.Ledger) bool {
	for _, r := range st.group.Runs {
		st.Params.countRun(r, ledger)
	}
	if st.Params.alone(st.group.Runs) || !st.Params.some(st.group.Runs) {
		return false
	}
	ledger.Add(RepeatsCut, st.group.Cut(st.Params.Repeats))
	return true
}

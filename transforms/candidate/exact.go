package candidate

import (
	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/signature"
)

func init() {
	dofn.Plain(&exactFn{})
	dofn.Plain(&sharedFn{})
}

// exactFn pairs the sentences of each signature.
type exactFn struct {
	Params Params

	bundle  dofn.Bundle
	matches *shuffle.Packer
	hot     hotSentences
	ledger  shuffle.Ledger
}

// start begins a bundle.
func (fn *exactFn) start() error {
	fn.matches = shuffle.NewPacker(fn.Params.Shuffle)
	fn.hot.Packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
	return nil
}

func (fn *exactFn) ProcessElement(shard int, blocks func(*[]byte) bool, size int64, matches, hot func(int, []byte), ledger func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	m := matcher{fn.Params, fn.matches, matches, fn.ledger}
	return fn.Params.in(size).eachSignature(shard, blocks, fn.ledger, func(signature uint64, g *occurrence.Group) {
		m.emitAll(g.Runs, 0)
	}, fn.hot.adder(hot))
}

func (fn *exactFn) FinishBundle(_ int64, matches, hot func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.matches.Flush(matches)
		fn.hot.Flush(hot)
		fn.ledger.Flush(ledger)
	})
}

// sharedFn sends the shared sentences back to their documents.
type sharedFn struct {
	Params Params

	bundle  dofn.Bundle
	shared  *shuffle.Packer
	hot     hotSentences
	ledger  shuffle.Ledger
	payload []byte // scratch, never emitted
}

// start begins a bundle.
func (fn *sharedFn) start() error {
	fn.shared = shuffle.NewPacker(fn.Params.Shuffle)
	fn.hot.Packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
	return nil
}

func (fn *sharedFn) ProcessElement(shard int, blocks func(*[]byte) bool, size int64, shared, hot func(int, []byte), ledger func(string, int64)) error {
	if err := fn.bundle.Begin(fn.start); err != nil {
		return err
	}
	return fn.Params.in(size).eachSignature(shard, blocks, fn.ledger, func(signature uint64, g *occurrence.Group) {
		for _, r := range g.Runs {
			fn.payload = appendSharedRun(fn.payload[:0], sharedRun{First: r.First, Count: r.Count, Signature: signature, Traits: r.Traits})
			fn.shared.Add(r.Document, fn.payload, shared)
		}
	}, fn.hot.adder(hot))
}

func (fn *sharedFn) FinishBundle(_ int64, shared, hot func(int, []byte), ledger func(string, int64)) {
	fn.bundle.Finish(func() {
		fn.shared.Flush(shared)
		fn.hot.Flush(hot)
		fn.ledger.Flush(ledger)
	})
}

// hotSentences packs the places of sentences with a hot signature.
type hotSentences struct {
	*shuffle.Packer
	payload []byte // scratch, never emitted
}

// adder returns a function that adds a run of sentences with one signature, for eachSignature.
func (h *hotSentences) adder(emit func(int, []byte)) func(uint64, occurrence.Run) {
	return func(signature uint64, r occurrence.Run) {
		h.payload = appendHotPlace(h.payload[:0], hotPlace{Kind: sentencePlace, Signature: signature, First: r.First, Count: r.Count})
		h.Add(r.Document, h.payload, emit)
	}
}

// eachSignature groups the postings of a shard. It calls pair for the runs of each
// signature that is in two places to be compared (that is, in two runs, unless Repeats is 0), and hot for each run of a hot one. It
// reuses the group. A posting outside of the shard of its signature is there because the
// signature is hot (signature.Params.MaxDocuments).
func (p Params) eachSignature(shard int, blocks func(*[]byte) bool, ledger shuffle.Ledger, pair func(uint64, *occurrence.Group), hot func(uint64, occurrence.Run)) error {
	return p.Shuffle.EachPart("candidate.Pair", blocks, func(sorted *block.Sorted) error {
		var g occurrence.Group
		for i := 0; i < sorted.Len(); {
			key, end := sorted.Key(i), sorted.Group(i)
			g.Reset()
			for ; i < end; i++ {
				posting, err := signature.ReadPosting(sorted.Payload(i))
				if err != nil {
					return err
				}
				g.Add(posting.Document, posting.Sentence, nil)
				g.Describe(posting.Traits)
			}
			if p.trace != nil {
				counted(p.trace, key, &g, p)
			}
			if p.hot(g.Documents) || p.Shuffle.Spread(key, shard) {
				for _, r := range g.Runs {
					hot(key, r)
				}
				continue
			}
			for _, r := range g.Runs {
				p.countRun(r, ledger)
			}
			switch {
			case p.alone(g.Runs):
			case !p.some(g.Runs):
			default:
				ledger.Add(RepeatsCut, g.Cut(p.Repeats))
				pair(key, &g)
			}
		}
		return nil
	})
}

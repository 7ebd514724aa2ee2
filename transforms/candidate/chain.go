package candidate

import (
	"example.org/diagonal/io/dofn"
	"example.org/diagonal/transforms/candidate/occurrence"
	"example.org/diagonal/transforms/shuffle"
)

func init() {
	dofn.Plain(&chainFn{})
	dofn.Plain(&chainPairFn{})
}

// chainFn makes, for each document, the chains of Params.Chain consecutive sentences
// that are all shared and not hot, and sends each under the hash of its signatures.
// A document without such a run of sentences can have no diagonal, and ends here.
type chainFn struct {
	Params Params

	packer *shuffle.Packer
}

func (fn *chainFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *chainFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	sorted, err := shuffle.Receive("candidate.Pair", blocks)
	if err != nil {
		return err
	}
	var shared []sharedRun
	var chains []occurrence.Chain
	var payload []byte
	for i := 0; i < sorted.Len(); {
		document, end := sorted.Key(i), sorted.Group(i)
		shared = shared[:0]
		for ; i < end; i++ {
			o, err := readSharedRun(sorted.Payload(i))
			if err != nil {
				return err
			}
			shared = append(shared, o)
		}
		chains = chains[:0]
		sequence := occurrence.Sequence{Length: fn.Params.Chain}
		for _, o := range shared {
			chains = sequence.Append(chains, o.First, o.Count, o.Signature)
		}
		for _, c := range chains {
			payload = appendSequences(payload[:0], sequences{Document: document, First: c.First, Count: c.Count})
			fn.packer.Add(c.Key, payload, emit)
		}
	}
	return nil
}

func (fn *chainFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// chainPairFn pairs the documents that have a chain in common.
type chainPairFn struct {
	Params Params

	packer *shuffle.Packer
	ledger shuffle.Ledger
}

func (fn *chainPairFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *chainPairFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte), _ func(string, int64)) error {
	sorted, err := shuffle.Receive("candidate.Pair", blocks)
	if err != nil {
		return err
	}
	m := matcher{fn.Params, fn.packer, emit}
	var runs []occurrence.Run
	for i := 0; i < sorted.Len(); {
		end := sorted.Group(i)
		runs = runs[:0]
		for ; i < end; i++ {
			c, err := readSequences(sorted.Payload(i))
			if err != nil {
				return err
			}
			runs = append(runs, occurrence.Run{Document: c.Document, First: c.First, Count: c.Count})
		}
		if len(runs) > 1 {
			m.emitAll(runs, uint32(fn.Params.Chain-1))
			fn.ledger.Add(SharedChains, 1)
		}
	}
	return nil
}

func (fn *chainPairFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(emit)
	fn.ledger.Flush(ledger)
}

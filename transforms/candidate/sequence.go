package candidate

import (
	"encoding/binary"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/candidate/occurrence"
)

func init() {
	dofn.Plain(&sequenceFn{})
	dofn.Plain(&sequencePairFn{})
}

// sharedRun is consecutive equal sentences of one document that stand elsewhere, too, with
// their signature. Its key is the document.
//
//	first [4], count [4], signature [8]; traits, the rest
type sharedRun struct {
	First, Count uint32
	Signature    uint64
	Traits       []byte // of the document
}

func appendSharedRun(dst []byte, r sharedRun) []byte {
	dst = binary.BigEndian.AppendUint32(dst, r.First)
	dst = binary.BigEndian.AppendUint32(dst, r.Count)
	return append(binary.BigEndian.AppendUint64(dst, r.Signature), r.Traits...)
}

// readSharedRun reads a payload. The error is wire.ErrShort.
func readSharedRun(b []byte) (sharedRun, error) {
	if len(b) < 16 {
		return sharedRun{}, wire.ErrShort
	}
	return sharedRun{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint64(b[8:]), b[16:]}, nil
}

// sequences is Count equal sequences of consecutive sentences of one document, which begin
// at First, First+1, and so on. Its key is the hash of the signatures of the sentences.
//
//	document [8], first [4], count [4]; traits, the rest
type sequences struct {
	Document     uint64
	First, Count uint32
	Traits       []byte // of the document
}

func appendSequences(dst []byte, s sequences) []byte {
	dst = binary.BigEndian.AppendUint64(dst, s.Document)
	dst = binary.BigEndian.AppendUint32(dst, s.First)
	return append(binary.BigEndian.AppendUint32(dst, s.Count), s.Traits...)
}

// readSequences reads a payload. The error is wire.ErrShort.
func readSequences(b []byte) (sequences, error) {
	if len(b) < 16 {
		return sequences{}, wire.ErrShort
	}
	return sequences{binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint32(b[12:]), b[16:]}, nil
}

// sequenceFn makes the sequences of Params.Sequence consecutive sentences of each document that
// all stand elsewhere, too, and are not hot. It sends each under the hash of its signatures.
// A document without such a sequence can have no diagonal, and goes no further.
type sequenceFn struct {
	Params Params

	packer *shuffle.Packer
}

func (fn *sequenceFn) StartBundle(_ func(int, []byte)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
}

func (fn *sequenceFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte)) error {
	return fn.Params.Shuffle.EachPart("candidate.Pair, sentences", blocks, func(sorted *block.Sorted) error {
		var shared []sharedRun
		var found []occurrence.Sequences
		var payload []byte
		for i := 0; i < sorted.Len(); {
			document, end := sorted.Key(i), sorted.Group(i)
			shared = shared[:0]
			var traits []byte // of the document
			for ; i < end; i++ {
				o, err := readSharedRun(sorted.Payload(i))
				if err != nil {
					return err
				}
				shared, traits = append(shared, o), o.Traits
			}
			found = found[:0]
			sequencer := occurrence.Sequencer{Length: fn.Params.Sequence}
			for _, o := range shared {
				found = sequencer.Append(found, o.First, o.Count, o.Signature)
			}
			for _, c := range found {
				payload = appendSequences(payload[:0], sequences{Document: document, First: c.First, Count: c.Count, Traits: traits})
				fn.packer.Add(c.Key, payload, emit)
			}
		}
		return nil
	})
}

func (fn *sequenceFn) FinishBundle(emit func(int, []byte)) { fn.packer.Flush(emit) }

// sequencePairFn pairs the documents that have a sequence in common.
type sequencePairFn struct {
	Params Params

	packer *shuffle.Packer
	ledger shuffle.Ledger
}

func (fn *sequencePairFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.packer = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{}
}

func (fn *sequencePairFn) ProcessElement(_ int, blocks func(*[]byte) bool, emit func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachPart("candidate.Pair, sequences", blocks, func(sorted *block.Sorted) error {
		m := matcher{fn.Params, fn.packer, emit, fn.ledger}
		var runs []occurrence.Run
		for i := 0; i < sorted.Len(); {
			end := sorted.Group(i)
			runs = runs[:0]
			for ; i < end; i++ {
				c, err := readSequences(sorted.Payload(i))
				if err != nil {
					return err
				}
				runs = append(runs, occurrence.Run{Document: c.Document, First: c.First, Count: c.Count, Traits: c.Traits})
			}
			if !fn.Params.alone(runs) {
				m.emitAll(runs, uint32(fn.Params.Sequence-1))
				fn.ledger.Add(SharedChains, 1)
			}
		}
		return nil
	})
}

func (fn *sequencePairFn) FinishBundle(emit func(int, []byte), ledger func(string, int64)) {
	fn.packer.Flush(emit)
	fn.ledger.Flush(ledger)
}

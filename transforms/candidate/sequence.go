package candidate

import (
	"context"
	"encoding/binary"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/candidate/occurrence"
)

func init() {
	engine.RegisterReduce[*sequence]()
	engine.RegisterReduce[*pairSequences]()
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

// Append appends the payload of r to dst.
func (r *sharedRun) Append(dst []byte) []byte { return appendSharedRun(dst, *r) }

// Read reads a payload, a view. The error is wire.ErrShort.
func (r *sharedRun) Read(payload []byte) (err error) {
	*r, err = readSharedRun(payload)
	return err
}

// readSharedRun reads a payload. The error is wire.ErrShort.
func readSharedRun(b []byte) (sharedRun, error) {
	if len(b) < 16 {
		return sharedRun{}, wire.ErrShort
	}
	return sharedRun{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint64(b[8:]),
		b[16:]}, nil
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

// Append appends the payload of s to dst.
func (s *sequences) Append(dst []byte) []byte { return appendSequences(dst, *s) }

// Read reads a payload, a view. The error is wire.ErrShort.
func (s *sequences) Read(payload []byte) (err error) {
	*s, err = readSequences(payload)
	return err
}

// readSequences reads a payload. The error is wire.ErrShort.
func readSequences(b []byte) (sequences, error) {
	if len(b) < 16 {
		return sequences{}, wire.ErrShort
	}
	return sequences{binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint32(b[12:]),
		b[16:]}, nil
}

// sequence makes the sequences of Params.Sequence consecutive sentences of each document that
// all stand elsewhere, too, and are not hot. It sends each under the hash of its signatures.
// A document without such a sequence can have no diagonal, and goes no further.
type sequence struct {
	Params Params

	Shared    engine.In[sharedRun]
	Sequences engine.Out[sequences]

	found []occurrence.Sequences // scratch
}

func (st *sequence) Reduce(_ context.Context, document uint64) error {
	st.found = st.found[:0]
	sequencer := occurrence.Sequencer{Length: st.Params.Sequence}
	var traits []byte // of the document
	for r := range st.Shared.All {
		st.found, traits = sequencer.Append(st.found, r.First, r.Count, r.Signature), r.Traits
	}
	for _, c := range st.found {
		st.Sequences.Add(c.Key, sequences{document, c.First, c.Count, traits})
	}
	return nil
}

// pairSequences pairs the documents that have a sequence in common.
type pairSequences struct {
	Params Params

	Sequences engine.In[sequences]
	Matches   engine.Out[Match]
	Ledger    engine.Ledger

	runs []occurrence.Run // scratch
}

func (st *pairSequences) Reduce(context.Context, uint64) error {
	st.runs = st.runs[:0]
	for c := range st.Sequences.All {
		st.runs = append(st.runs, occurrence.Run{
			Document: c.Document, First: c.First, Count: c.Count, Traits: c.Traits,
		})
	}
	if !st.Params.alone(st.runs) {
		matcher{&st.Params, &st.Matches, &st.Ledger}.emitAll(st.runs, uint32(st.Params.Sequence-1))
		st.Ledger.Add(SharedChains, 1)
	}
	return nil
}

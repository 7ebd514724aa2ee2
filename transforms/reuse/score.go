package reuse

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/reuse/score"
)

func init() { engine.RegisterReduce[*scorePairs]() }

// Match is two sentences of two documents that are alike. Its key is document a, the one of the input
// or with the smaller key. The matches of two documents are in the order of their sentences.
//
//	b [8]; i [4]; k [4]; sentences of a, sentences of b, shared, longest uvarint
type Match struct {
	B uint64
	score.Match
}

// Append appends the payload of m to dst.
func (m *Match) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, m.B)
	dst = binary.BigEndian.AppendUint32(dst, m.I)
	dst = binary.BigEndian.AppendUint32(dst, m.K)
	for _, n := range [...]uint32{m.I0, m.K0, m.Shared, m.Longest} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (m *Match) Read(payload []byte) error {
	r := wire.NewReader(payload)
	m.B, m.I, m.K = r.Uint64(), r.Uint32(), r.Uint32()
	for _, n := range [...]*uint32{&m.I0, &m.K0, &m.Shared, &m.Longest} {
		*n = uint32(r.Uvarint())
	}
	return r.Err()
}

// tagSide begins the payload of a Side, which comes after the entry of its document.
const tagSide byte = 1

// Side is one of two documents with a score of at least Params.ThetaD. Its key is the document. The matches of both
// sides are in the same order.
//
//	tagSide byte; side byte: 0 is a, 1 is b; a, b [8] each; score [8]; sentence, shared, longest uvarint of
//	each match
type Side struct {
	Side    byte
	A, B    uint64
	Score   float64
	Matches []SideMatch
}

// SideMatch is one side of a match.
type SideMatch struct{ Sentence, Shared, Longest uint32 }

// Tag is the first byte of a payload.
func (*Side) Tag() byte { return tagSide }

// Append appends the payload of d to dst.
func (d *Side) Append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagSide, d.Side), d.A)
	dst = binary.BigEndian.AppendUint64(dst, d.B)
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(d.Score))
	for _, m := range d.Matches {
		for _, n := range [...]uint32{m.Sentence, m.Shared, m.Longest} {
			dst = binary.AppendUvarint(dst, uint64(n))
		}
	}
	return dst
}

// Read reads a payload. The error is wire.ErrShort.
func (d *Side) Read(payload []byte) error {
	r := wire.NewReader(payload)
	r.Byte()
	*d = Side{r.Byte(), r.Uint64(), r.Uint64(), math.Float64frombits(r.Uint64()), d.Matches[:0]}
	for r.More() {
		d.Matches = append(d.Matches, SideMatch{uint32(r.Uvarint()), uint32(r.Uvarint()), uint32(r.Uvarint())})
	}
	return r.Err()
}

// Score adds up the matches of each two documents. matches are the results of Judge and Expand. ledger
// is a PCollection<KV<string,int64>>. Score panics if p is not valid.
func Score(
	s beam.Scope, p Params, matches ...engine.Blocks[Match],
) (sides engine.Blocks[Side], ledger beam.PCollection) {
	p.check()
	st := engine.Reduce(s, p.Shuffle, "reuse.Score", &scorePairs{
		Params: p, Matches: engine.From(shuffle.Flatten(s, matches...)), Ledger: engine.Counting(Below),
	})
	return st.Sides.Blocks(), st.Ledger.Collection()
}

// scorePairs adds up the matches of documents.
type scorePairs struct {
	Params Params

	Matches engine.In[Match]
	Sides   engine.Out[Side]
	Ledger  engine.Ledger

	// scratch
	matches []score.Match
	sides   []SideMatch
}

func (st *scorePairs) Reduce(ctx context.Context, a uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	st.matches = st.matches[:0]
	var last uint64
	for m := range st.Matches.All {
		if len(st.matches) > 0 && m.B != last {
			if ctx.Err() != nil { // a document may have very many pairs
				return context.Cause(ctx)
			}
			st.pair(a, last)
		}
		last = m.B
		st.matches = append(st.matches, m.Match)
	}
	st.pair(a, last)
	return nil
}

// pair sends the two sides of a pair whose matches are st.matches, which it empties.
func (st *scorePairs) pair(a, b uint64) {
	sum := 0.0
	for _, m := range st.matches {
		sum += m.Of(st.Params.Weight)
	}
	if !score.Reaches(sum, st.Params.ThetaD) {
		st.Ledger.Add(Below, 1)
		st.matches = st.matches[:0]
		return
	}
	for side, document := range [2]uint64{a, b} {
		st.sides = st.sides[:0]
		for _, m := range st.matches {
			st.sides = append(st.sides, SideMatch{[2]uint32{m.I, m.K}[side], m.Shared, m.Longest})
		}
		st.Sides.Add(document, Side{byte(side), a, b, sum, st.sides})
	}
	st.matches = st.matches[:0]
}

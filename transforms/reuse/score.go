package reuse

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/reuse/score"
)

func init() { dofn.Plain(&scoreFn{}) }

// Match is two sentences of two documents that are alike. Its key is document a, the one of the input
// or with the smaller key, and the payload is
//
//	b [8]; i [4]; k [4]; sentences of a, sentences of b, shared, longest uvarint
//
// so that the matches of two documents are in the order of their sentences.
type Match struct{}

func appendMatch(dst []byte, b uint64, m score.Match) []byte {
	dst = binary.BigEndian.AppendUint64(dst, b)
	dst = binary.BigEndian.AppendUint32(dst, m.I)
	dst = binary.BigEndian.AppendUint32(dst, m.K)
	for _, n := range [...]uint32{m.I0, m.K0, m.Shared, m.Longest} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return dst
}

// readMatch reads a payload. The error is wire.ErrShort.
func readMatch(payload []byte) (b uint64, m score.Match, err error) {
	r := wire.NewReader(payload)
	b, m.I, m.K = r.Uint64(), r.Uint32(), r.Uint32()
	for _, n := range [...]*uint32{&m.I0, &m.K0, &m.Shared, &m.Longest} {
		*n = uint32(r.Uvarint())
	}
	return b, m, r.Err()
}

// tagSide begins the payload of a Side, which comes after the entry of its document.
const tagSide byte = 1

// Side is one of two documents with a score of at least Params.ThetaD. Its key is the document, and the
// payload is
//
//	tagSide byte; side byte: 0 is a, 1 is b; a, b [8] each; score [8]; sentence, shared, longest uvarint of
//	each match
//
// The matches of both sides are in the same order.
type Side struct{}

func appendSide(dst []byte, side byte, a, b uint64, sum float64, matches []score.Match) []byte {
	dst = binary.BigEndian.AppendUint64(append(dst, tagSide, side), a)
	dst = binary.BigEndian.AppendUint64(dst, b)
	dst = binary.BigEndian.AppendUint64(dst, math.Float64bits(sum))
	for _, m := range matches {
		sentence := m.I
		if side == 1 {
			sentence = m.K
		}
		for _, n := range [...]uint32{sentence, m.Shared, m.Longest} {
			dst = binary.AppendUvarint(dst, uint64(n))
		}
	}
	return dst
}

// Score adds up the matches of each two documents. matches are the results of Judge and Expand. ledger
// is a PCollection<KV<string,int64>>. Score panics if p is not valid.
func Score(s beam.Scope, p Params, matches ...shuffle.Blocks[Match]) (sides shuffle.Blocks[Side], ledger beam.PCollection) {
	s = start(s, "Score", p)
	found, ledger := beam.ParDo2(s, &scoreFn{Params: p}, shuffle.Group(s, p.Shuffle, shuffle.Flatten(s, matches...)))
	return shuffle.BlocksOf[Side](p.Shuffle, found), ledger
}

// scoreFn adds up the matches of documents.
type scoreFn struct {
	Params Params

	sides  *shuffle.Packer
	ledger shuffle.Ledger

	// scratch, never emitted
	matches []score.Match
	payload []byte
}

func (fn *scoreFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.sides = shuffle.NewPacker(fn.Params.Shuffle)
	fn.ledger = shuffle.Ledger{Below: 0}
}

func (fn *scoreFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, sides func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("reuse.Score", blocks, func(sorted *block.Sorted, from, to int) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var last uint64
		for i := from; i < to; i++ {
			b, m, err := readMatch(sorted.Payload(i))
			if err != nil {
				return err
			}
			if i > from && b != last {
				if ctx.Err() != nil { // a document may have very many pairs
					return context.Cause(ctx)
				}
				fn.pair(sorted.Key(from), last, sides)
			}
			last = b
			fn.matches = append(fn.matches, m)
		}
		fn.pair(sorted.Key(from), last, sides)
		return nil
	})
}

func (fn *scoreFn) FinishBundle(sides func(int, []byte), ledger func(string, int64)) {
	fn.sides.Flush(sides)
	fn.ledger.Flush(ledger)
}

// pair sends the two sides of a pair whose matches are fn.matches, which it empties.
func (fn *scoreFn) pair(a, b uint64, sides func(int, []byte)) {
	sum := 0.0
	for _, m := range fn.matches {
		sum += m.Of(fn.Params.Weight)
	}
	if !score.Reaches(sum, fn.Params.ThetaD) {
		fn.ledger.Add(Below, 1)
		fn.matches = fn.matches[:0]
		return
	}
	for side, document := range [2]uint64{a, b} {
		fn.payload = appendSide(fn.payload[:0], byte(side), a, b, sum, fn.matches)
		fn.sides.Add(document, fn.payload, sides)
	}
	fn.matches = fn.matches[:0]
}

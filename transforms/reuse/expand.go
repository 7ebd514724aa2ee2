package reuse

import (
	"context"
	"encoding/binary"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"example.org/diagonal/engine/dofn"
	"example.org/diagonal/engine/shuffle"
	"example.org/diagonal/engine/shuffle/block"
	"example.org/diagonal/engine/shuffle/mix"
	"example.org/diagonal/engine/wire"
	"example.org/diagonal/transforms/reuse/score"
)

func init() { dofn.Plain(&expandFn{}) }

// Half is one of two wordings that are alike, with its sentences. Its key is that of the pair, and the
// payload is
//
//	smaller, larger wording [8] each; side byte: 0 is the smaller one; shared, longest uvarint;
//	each Member
type Half struct{}

// pairHead is the length of the two wordings in a Half.
const pairHead = 16

// pairKey returns the key of the pair of two wordings or documents.
func pairKey(a, b uint64) uint64 { return mix.Full(min(a, b) ^ mix.Full(max(a, b))) }

func appendHalf(dst []byte, wording uint64, l Like, members []Member) []byte {
	dst = binary.BigEndian.AppendUint64(dst, min(wording, l.Other))
	dst = binary.BigEndian.AppendUint64(dst, max(wording, l.Other))
	dst = wire.AppendBool(dst, wording > l.Other)
	dst = binary.AppendUvarint(dst, uint64(l.Shared))
	dst = binary.AppendUvarint(dst, uint64(l.Longest))
	for _, m := range members {
		dst = appendMember(dst, m)
	}
	return dst
}

// readHalf reads a payload. members is used again.
func readHalf(payload []byte, members []Member) (m score.Match, _ []Member, err error) {
	r := wire.NewReader(payload)
	r.Bytes(pairHead)
	r.Byte()
	m.Shared, m.Longest = uint32(r.Uvarint()), uint32(r.Uvarint())
	for members = members[:0]; r.More(); {
		r.Byte()
		members = append(members, readMember(&r))
	}
	return m, members, r.Err()
}

// Expand makes the pairs of sentences of pairs of wordings of which neither is hot. halves is the result
// of Judge. ledger is a PCollection<KV<string,int64>>. Expand panics if p is not valid.
func Expand(s beam.Scope, p Params, halves shuffle.Blocks[Half]) (matches shuffle.Blocks[Match], ledger beam.PCollection) {
	s = start(s, "Expand", p)
	found, ledger := beam.ParDo2(s, &expandFn{Params: p}, shuffle.Group(s, p.Shuffle, halves))
	return shuffle.BlocksOf[Match](p.Shuffle, found), ledger
}

// expandFn joins the halves of pairs.
type expandFn struct {
	Params Params

	matches matcher
	ledger  shuffle.Ledger

	a, b []Member // scratch, never emitted
}

func (fn *expandFn) StartBundle(_ func(int, []byte), _ func(string, int64)) {
	fn.ledger = shuffle.Ledger{}
	fn.matches = newMatcher(fn.Params.Shuffle, fn.ledger)
}

func (fn *expandFn) ProcessElement(ctx context.Context, _ int, blocks func(*[]byte) bool, matches func(int, []byte), _ func(string, int64)) error {
	return fn.Params.Shuffle.EachGroup("reuse.Expand", blocks, func(sorted *block.Sorted, from, to int) (err error) {
		for i := from; i+1 < to; i++ {
			one, other := sorted.Payload(i), sorted.Payload(i+1)
			if string(one[:pairHead]) != string(other[:pairHead]) {
				continue // of a hot wording, or of another pair with the same key
			}
			var m score.Match
			if m, fn.a, err = readHalf(one, fn.a); err != nil {
				return err
			}
			if _, fn.b, err = readHalf(other, fn.b); err != nil {
				return err
			}
			for _, a := range fn.a {
				if ctx.Err() != nil { // two wordings may have very many sentences
					return context.Cause(ctx)
				}
				for _, b := range fn.b {
					fn.matches.emit(a, b, m, matches)
				}
			}
			i++
		}
		return nil
	})
}

func (fn *expandFn) FinishBundle(matches func(int, []byte), ledger func(string, int64)) {
	fn.matches.flush(matches)
	fn.ledger.Flush(ledger)
}
